/** How long a phone was used, as people say it; what the seller wrote in words stays as it is. */
export function yearsOfUse(useYear: string): string {
  if (!/^\d+(?:[.,]\d+)?$/.test(useYear)) return useYear;
  return `${useYear} ${useYear === '1' ? 'year' : 'years'} of use`;
}
