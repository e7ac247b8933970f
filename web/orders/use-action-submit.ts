import { useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

import type { Order } from '#contract/orders.ts';
import { isApiError, messageOf } from '#web/platform/api-error.ts';
import { showRefusal } from '#web/platform/show-refusal.ts';
import { useFormDraft } from '#web/platform/use-form-draft.ts';

import { useOrderAct } from './use-order-act.ts';

export interface ActionFormProps {
  readonly orderId: string;
  /** Called when the action is done. */
  readonly onDone: () => void;
}

/**
 * Submits the form of an action. What was typed is kept as a draft until the server has accepted it, also if the order
 * has changed meanwhile and the action is refused.
 *
 * @param name of the draft, beside the order
 */
export function useActionSubmit<Values extends FieldValues>(
  { orderId, onDone }: ActionFormProps,
  name: string,
  form: UseFormReturn<Values>,
) {
  const act = useOrderAct(orderId);
  const forget = useFormDraft(`order ${orderId} ${name}`, form);
  const [failure, setFailure] = useState<string>();
  const send = async (work: () => Promise<Order>): Promise<void> => {
    setFailure(undefined);
    try {
      await act(work);
    } catch (error) {
      setFailure(
        isApiError(error, 400) ? showRefusal(error, form.setError, fieldsOf(form)) : messageOf(error),
      );
      return;
    }
    await forget();
    onDone();
  };
  return { failure, send };
}

/** The API uses the form's field names. */
const fieldsOf = <Values extends FieldValues>(form: UseFormReturn<Values>): Record<string, Path<Values>> =>
  // The paths of a flat form are its field names; Object.keys loses their type.
  Object.fromEntries(Object.keys(form.getValues()).map((name) => [name, name as Path<Values>]));
