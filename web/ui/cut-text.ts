/** At most so many characters of a text, with an ellipsis in place of the rest; never half of an emoji. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const beginning = text.slice(0, most - 1).replace(/\p{Surrogate}$/u, '');
  return `${beginning.trimEnd()}…`;
}
