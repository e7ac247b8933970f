import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm, useWatch } from 'react-hook-form';

import { decideOrder } from '#contract/orders-actions.ts';
import { decisionReasons, possibleOutcomes } from '#contract/orders-problems.ts';
import { decisionWords, outcomeWords } from '#contract/orders-words.ts';
import type { Order } from '#contract/orders.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { Choice, TextArea } from '#web/ui/inputs.tsx';
import { FormError } from '#web/ui/notices.tsx';

import { FormFrame } from './action-forms.tsx';
import { asAmount } from './as-amount.ts';
import { PartField } from './offer-forms.tsx';
import { type ActionFormProps, useActionSubmit } from './use-action-submit.ts';

/** An admin's decision: the outcome, the reason, and the text that both sides read. */
export function DecisionForm({ order, ...about }: ActionFormProps & { order: Order }) {
  const call = useCall();
  const form = useForm({ resolver: standardSchemaResolver(decideOrder.body), defaultValues: { words: '' } });
  const { errors } = form.formState;
  const outcome = useWatch({ control: form.control, name: 'outcome' });
  const frame = useActionSubmit(about, 'decide', form, ({ amount, ...values }) => {
    const body = { ...values, state: order.state };
    return call(decideOrder, {
      params: { _id: about.orderId },
      body: body.outcome === 'part' ? { ...body, amount } : body,
    });
  });
  return (
    <FormFrame {...frame}>
      <fieldset className="grid gap-2">
        <legend className="pb-1.5 text-small font-semibold">Outcome</legend>
        {possibleOutcomes(order).map((each) => (
          <Choice key={each} value={each} {...form.register('outcome')}>
            {outcomeWords[each]}
          </Choice>
        ))}
        {errors.outcome?.message !== undefined && <FormError>{errors.outcome.message}</FormError>}
      </fieldset>
      {outcome === 'return' && order.problem?.reason === 'never-arrived' && neverArrived}
      {outcome === 'part' && (
        <PartField order={order} error={errors.amount?.message} {...form.register('amount', asAmount)} />
      )}
      <fieldset className="grid gap-2">
        <legend className="pb-1.5 text-small font-semibold">Reason</legend>
        {decisionReasons.map((each) => (
          <Choice key={each} value={each} {...form.register('reason')}>
            {decisionWords[each]}
          </Choice>
        ))}
        {errors.reason?.message !== undefined && <FormError>{errors.reason.message}</FormError>}
      </fieldset>
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

const neverArrived = (
  <p className="text-small text-quiet">
    The buyer says that the phone never arrived. If nothing is sent back, the seller is paid.
  </p>
);
