/**
 * Somebody's words within a text of ours, such as a mail. They stay one paragraph in quotation marks, whatever they
 * contain: otherwise a seller could end the quotation and go on as if the next lines were ours ("Ringback: to get your
 * money, open …").
 */
export const quote = (words: string): string =>
  `“${words
    .replaceAll(directionCharacters, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll(/[“”]/g, '"')
    .trim()}”`;

/** Characters that reverse the direction of what follows, ours included. */
const directionCharacters = /[\u202A-\u202E\u2066-\u2069]/g;
