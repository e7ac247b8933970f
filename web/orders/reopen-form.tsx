import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';

import { reopenOrder } from '#contract/orders-actions.ts';
import { correctionReasons } from '#contract/orders-problems.ts';
import { correctionWords } from '#contract/orders-words.ts';
import type { Order } from '#contract/orders.ts';
import { paths } from '#web/platform/paths.ts';
import { FormFrame } from '#web/ui/form-frame.tsx';
import { Select, TextArea } from '#web/ui/inputs.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { removeLayer } from '#web/ui/use-close-on-back.ts';

import { type ActionFormProps, useActionSubmit } from './use-action-submit.ts';
import { useSeenState } from './use-seen-state.ts';

/** An admin's reason for reopening an order that has ended. */
export function ReopenForm({ order, ...about }: ActionFormProps & { order: Order }) {
  const form = useForm({ resolver: standardSchemaResolver(reopenOrder.body), defaultValues: { words: '' } });
  const { errors } = form.formState;
  const withSeenState = useSeenState(order);
  const frame = useActionSubmit(about, 'reopen', form, (values, call, params) =>
    withSeenState((state) => call(reopenOrder, { params, body: { ...values, state } })),
  );
  return (
    <FormFrame {...frame}>
      {order.listedAgainAs !== null && (
        <p>
          The seller has listed the phone again.{' '}
          <SiteLink
            to={paths.product(order.listedAgainAs)}
            replace
            onClick={() => void removeLayer()}
            className="text-action underline underline-offset-3"
          >
            See the new listing
          </SiteLink>
          , and remove it if the phone is not with the seller.
        </p>
      )}
      <Select label="Reason" required error={errors.reason?.message} {...form.register('reason')}>
        <option value="">Please choose</option>
        {correctionReasons.map((each) => (
          <option key={each} value={each}>
            {correctionWords[each]}
          </option>
        ))}
      </Select>
      <TextArea
        label="Explanation"
        required
        hint="Both sides read it."
        error={errors.words?.message}
        {...form.register('words')}
      />
    </FormFrame>
  );
}
