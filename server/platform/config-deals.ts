import { type DealDuration, dealDurations, type DealTerms, defaultFee } from '#contract/deal-terms.ts';

/** Reads a setting that is a number of at least `least`, or `preset` where nothing is set. */
type ReadNumber = (name: string, preset: number, least: number) => number;

/** The terms of deals from the settings that `contract/deal-terms.ts` names; `problems` hears of wrong ones. */
export function readDealTerms(read: ReadNumber, problems: string[]): DealTerms {
  const minutes = Object.entries(dealDurations).map(([name, { setting, unit, minutes: preset }]) => [
    name,
    read(setting, preset / unit, 0) * unit,
  ]);
  const fee = {
    percent: read('SELLER_FEE_PERCENT', defaultFee.percent, 0),
    fixedCents: read('SELLER_FEE_FIXED_CENTS', defaultFee.fixedCents, 0),
    vatPercent: read('SELLER_FEE_VAT_PERCENT', defaultFee.vatPercent, 0),
  };
  if (fee.percent > 100) problems.push('SELLER_FEE_PERCENT is at most 100');
  if (!Number.isInteger(fee.fixedCents)) problems.push('SELLER_FEE_FIXED_CENTS is a whole number of cents');
  for (const [name, value] of Object.entries({
    SELLER_FEE_PERCENT: fee.percent,
    SELLER_FEE_VAT_PERCENT: fee.vatPercent,
  }))
    if (Number(value.toFixed(3)) !== value) problems.push(`${name} has at most three decimals`);
  // Object.fromEntries forgets the keys, which are those of the table.
  return { minutes: Object.fromEntries(minutes) as Record<DealDuration, number>, fee };
}
