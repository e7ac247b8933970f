import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm, useWatch } from 'react-hook-form';

import { decideOrder } from '#contract/orders-actions.ts';
import { decisionReasons, possibleOutcomes } from '#contract/orders-problems.ts';
import { decisionWords, outcomeWords } from '#contract/orders-words.ts';
import type { Order } from '#contract/orders.ts';
import { FormFrame } from '#web/ui/form-frame.tsx';
import { Choice, ChoiceGroup, TextArea } from '#web/ui/inputs.tsx';

import { asAmount } from './as-amount.ts';
import { PartField } from './offer-forms.tsx';
import { type ActionFormProps, useActionSubmit } from './use-action-submit.ts';
import { useSeenState } from './use-seen-state.ts';

interface DecisionFormProps extends ActionFormProps {
  readonly order: Order;
  /** Whether the order can no longer be decided: the form only shows what was typed. */
  readonly isOver?: boolean;
}

/** An admin's decision: the outcome, the reason, and the text that both sides read. */
export function DecisionForm({ order, isOver = false, ...about }: DecisionFormProps) {
  const form = useForm({ resolver: standardSchemaResolver(decideOrder.body), defaultValues: { words: '' } });
  const { errors } = form.formState;
  const outcome = useWatch({ control: form.control, name: 'outcome' });
  const withSeenState = useSeenState(order);
  const frame = useActionSubmit(about, 'decide', form, ({ amount, ...values }, call, params) =>
    withSeenState((state) => {
      const body = { ...values, state };
      return call(decideOrder, {
        params,
        body: body.outcome === 'part' ? { ...body, amount } : body,
      });
    }),
  );
  return (
    <FormFrame {...frame}>
      {/* While the decision is sent, it may be what has changed the order. */}
      {isOver && !frame.isBusy && notSent}
      <ChoiceGroup label="Outcome" isRequired error={errors.outcome?.message}>
        {possibleOutcomes(order).map((each) => (
          <Choice key={each} value={each} {...form.register('outcome')}>
            {outcomeWords[each]}
          </Choice>
        ))}
      </ChoiceGroup>
      {isReturnLost(order) && sideDeleted}
      {outcome === 'return' && !order.mayBuyerHavePhone && notConfirmed}
      {outcome === 'part' && (
        <PartField order={order} error={errors.amount?.message} {...form.register('amount', asAmount)} />
      )}
      <ChoiceGroup label="Reason" isRequired error={errors.reason?.message}>
        {decisionReasons.map((each) => (
          <Choice key={each} value={each} {...form.register('reason')}>
            {decisionWords[each]}
          </Choice>
        ))}
      </ChoiceGroup>
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

/** Whether the phone could be sent back if both sides had their accounts. */
const isReturnLost = (order: Order): boolean =>
  order.hasDeletedSide && possibleOutcomes({ ...order, hasDeletedSide: false }).includes('return');

const notSent = (
  <p className="font-semibold">
    You can no longer decide: the order has changed. What you typed was not sent.
  </p>
);

const sideDeleted = (
  <p className="text-small text-quiet">
    The account of one side was deleted, so the phone cannot be sent back.
  </p>
);

const notConfirmed = (
  <p className="text-small text-quiet">
    The buyer has not said that they have the phone. If nothing is sent back, the seller is paid.
  </p>
);
