/** How long a phone was used, in words, with a point as in prices; text that the seller typed stays as it is. */
export function yearsOfUse(useYear: string): string {
  if (!/^\d+(?:[.,]\d+)?$/.test(useYear)) return useYear;
  const years = Number(useYear.replace(',', '.'));
  return `${years} ${years === 1 ? 'year' : 'years'} of use`;
}
