/** A text of at most `most` characters, with an ellipsis instead of the rest; emojis are not split. */
export function truncateText(text: string, most: number): string {
  if (text.length <= most) return text;
  const beginning = text.slice(0, most - 1).replace(/\p{Surrogate}$/u, '');
  return `${beginning.trimEnd()}…`;
}
