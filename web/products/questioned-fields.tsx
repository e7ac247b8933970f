/** Fields that ask about unusual values, but accept them. */
import type { ComponentProps, ReactNode } from 'react';
import { useWatch } from 'react-hook-form';

import { useSiteConfig } from '#web/platform/site-config.ts';
import { TextInput } from '#web/ui/inputs.tsx';

import type { ProductEntryForm } from './add-product-entry.ts';
import { isAboveNewPrice, isImplausibleUse } from './implausible-values.ts';
import { sellerShareWords } from './seller-share.ts';

export interface QuestionedFieldProps extends Omit<
  ComponentProps<typeof TextInput>,
  'label' | 'hint' | 'form'
> {
  readonly form: ProductEntryForm;
}

/** The selling price and what the seller gets of it; a price above that of the new phone may be a slip. */
export function SellingPriceField({ form: { control }, ...input }: QuestionedFieldProps) {
  const [buy, sell] = useWatch({ control, name: ['buy', 'sell'] });
  const share = sellerShareWords(sell, useSiteConfig()?.deals.fee);
  return (
    <FieldWithQuestion
      question={isAboveNewPrice(sell, buy) ? 'This is more than it cost new. Is that right?' : ''}
    >
      <TextInput {...input} label="Selling price" hint={`What you ask for it. ${share}`.trim()} before="$" />
    </FieldWithQuestion>
  );
}

/** The years of use; a number that no phone can have may be a slip. */
export function YearOfUseField({ form: { control }, ...input }: QuestionedFieldProps) {
  const useYear = useWatch({ control, name: 'useYear' });
  return (
    <FieldWithQuestion
      question={isImplausibleUse(useYear) ? 'Years go from 0 to 25, in halves. Is that right?' : ''}
    >
      <TextInput {...input} label="Year of use" hint="How many years, such as 2 or 1.5." />
    </FieldWithQuestion>
  );
}

/** A field with a question below it, which is announced when it appears. */
function FieldWithQuestion({ question, children }: { question: string; children: ReactNode }) {
  return (
    <div className="grid content-start">
      {children}
      <p role="status" className="text-small text-wait not-empty:mt-1.5">
        {question}
      </p>
    </div>
  );
}
