import { useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

import type { Order } from '#contract/orders.ts';
import { isApiError, messageOf } from '#web/platform/api-error.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { showRefusal } from '#web/platform/show-refusal.ts';
import { useFormDraft } from '#web/platform/use-form-draft.ts';
import type { ButtonProps } from '#web/ui/button.tsx';

import { useOrderAction } from './use-order-action.ts';

export interface ActionFormProps {
  readonly orderId: string;
  readonly submitLabel: string;
  readonly variant?: ButtonProps['variant'];
  /** Called when the action is done. */
  readonly onDone: () => void;
}

/**
 * Submits the form of an action. What was typed is kept as a draft until the server has accepted it, also if the order
 * has changed meanwhile and the action is refused.
 *
 * @param name of the draft, beside the order
 * @param work makes the call about the order with what was typed
 * @returns the properties of the `FormFrame`
 */
export function useActionSubmit<Values extends FieldValues, Typed>(
  { orderId, submitLabel, variant, onDone }: ActionFormProps,
  name: string,
  form: UseFormReturn<Values, unknown, Typed>,
  work: (typed: Typed, call: ReturnType<typeof useCall>, params: { _id: string }) => Promise<Order>,
) {
  const act = useOrderAction(orderId);
  const call = useCall();
  const forget = useFormDraft(`order ${orderId} ${name}`, form);
  const [failure, setFailure] = useState<string>();
  const forgetFailure = (): void => setFailure(undefined);
  const onSubmit = form.handleSubmit(async (typed) => {
    forgetFailure();
    try {
      await act(() => work(typed, call, { _id: orderId }));
    } catch (error) {
      setFailure(
        isApiError(error, 400) ? showRefusal(error, form.setError, fieldsOf(form)) : messageOf(error),
      );
      return;
    }
    await forget();
    onDone();
  }, forgetFailure);
  return { submitLabel, variant, failure, isBusy: form.formState.isSubmitting, onSubmit };
}

/** The API uses the form's field names. */
const fieldsOf = <Values extends FieldValues>({
  getValues,
}: Pick<UseFormReturn<Values>, 'getValues'>): Record<string, Path<Values>> =>
  // The paths of a flat form are its field names; Object.keys loses their type.
  Object.fromEntries(Object.keys(getValues()).map((name) => [name, name as Path<Values>]));
