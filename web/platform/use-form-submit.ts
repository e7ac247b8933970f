import { useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';

import { showRefusal } from './show-refusal.ts';

/**
 * Submits a form once what was typed is valid. An error is shown beside its fields or returned as `failure`, until the
 * next press.
 *
 * @param fields the form's field for each field name of the API that it can show
 * @param work sends what was typed
 */
export function useFormSubmit<Values extends FieldValues, Typed>(
  form: UseFormReturn<Values, unknown, Typed>,
  fields: Readonly<Record<string, Path<Values>>>,
  work: (typed: Typed) => Promise<void>,
) {
  const [failure, setFailure] = useState<string>();
  const forgetFailure = (): void => setFailure(undefined);
  const submit = form.handleSubmit(async (typed) => {
    forgetFailure();
    try {
      await work(typed);
    } catch (error) {
      setFailure(showRefusal(error, form.setError, fields));
    }
  }, forgetFailure);
  return { failure, submit };
}
