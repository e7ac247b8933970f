import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';

import { reopenOrder } from '#contract/orders-actions.ts';
import { correctionReasons } from '#contract/orders-problems.ts';
import { correctionWords } from '#contract/orders-words.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { Select, TextArea } from '#web/ui/inputs.tsx';

import { FormFrame, type TextFormProps } from './action-forms.tsx';
import { useActionSubmit } from './use-action-submit.ts';

/** An admin's reason for reopening an order that has ended. */
export function ReopenForm({ submitLabel, variant, ...about }: TextFormProps) {
  const call = useCall();
  const form = useForm({ resolver: standardSchemaResolver(reopenOrder.body), defaultValues: { words: '' } });
  const { failure, send } = useActionSubmit(about, 'reopen', form);
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit((body) =>
    send(() => call(reopenOrder, { params: { _id: about.orderId }, body })),
  );
  return (
    <FormFrame {...{ submitLabel, variant, failure }} isBusy={isSubmitting} onSubmit={submit}>
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
