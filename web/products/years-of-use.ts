/** How long a phone was used, in words; text that the seller typed stays as it is. */
export function yearsOfUse(useYear: string): string {
  if (!/^\d+(?:[.,]\d+)?$/.test(useYear)) return useYear;
  return `${useYear} ${useYear === '1' ? 'year' : 'years'} of use`;
}
