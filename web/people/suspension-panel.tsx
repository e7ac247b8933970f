import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { untilWords } from '#contract/access.ts';
import type { PersonRecord } from '#contract/people.ts';
import { keepSuspension, liftSuspension, maxSuspensionWords } from '#contract/users-suspensions.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { isApiError, messageOf } from '#web/platform/api-error.ts';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { showRefusal } from '#web/platform/show-refusal.ts';
import { useFormDraft } from '#web/platform/use-form-draft.ts';
import { useToasts } from '#web/platform/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { focusContentIfLost } from '#web/ui/focus-content.ts';
import { TextArea } from '#web/ui/inputs.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { FormError } from '#web/ui/notices.tsx';
import { Panel } from '#web/ui/panel.tsx';

/** A current suspension, the appeal against it, and its two answers. */
export function SuspensionPanel({ record: { suspension, person } }: { record: PersonRecord }) {
  if (suspension === null) return null;
  const { reason, since, until, appeal, answer } = suspension;
  return (
    <Panel title={`Suspended ${untilWords(until)}`} tone="bad">
      <p className="wrap-anywhere whitespace-pre-line">{reason}</p>
      <p className="text-small text-quiet">
        Since <Moment time={since} />
      </p>
      {appeal !== null && (
        <p className="wrap-anywhere whitespace-pre-line">
          <span className="font-semibold">Their appeal:</span> {appeal}
        </p>
      )}
      {answer !== null && (
        <p className="wrap-anywhere whitespace-pre-line">
          <span className="font-semibold">Our answer:</span> {answer}
        </p>
      )}
      {/* Of another suspension, nothing was answered yet. */}
      <AnswerForm
        key={since}
        subject={{ personId: person._id, since }}
        hasAppeal={appeal !== null && answer === null}
      />
    </Panel>
  );
}

const Entry = z.object({
  words: z.string().check(z.trim(), z.maxLength(maxSuspensionWords, 'This text is too long')),
});

interface Answered {
  readonly personId: string;
  /** When the suspension began: the same person may be suspended again. */
  readonly since: string;
}

/** Lifts the suspension or, if there is an appeal, upholds it, with a text for the person. */
function AnswerForm({ subject, hasAppeal }: { subject: Answered; hasAppeal: boolean }) {
  const { form, failure, lift, keep } = useAnswer(subject);
  const { errors, isSubmitting } = form.formState;
  return (
    <form method="post" noValidate className="grid max-w-form gap-4" onSubmit={(event) => void lift(event)}>
      <TextArea
        label={hasAppeal ? 'Your answer' : 'What you want to say'}
        hint={hasAppeal ? 'The person reads this.' : 'The person reads this. You can leave it empty.'}
        error={errors.words?.message}
        {...form.register('words')}
      />
      {failure !== undefined && <FormError>{failure}</FormError>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isSubmitting}>
          Lift the suspension
        </Button>
        {hasAppeal && (
          <Button variant="quiet" isBusy={isSubmitting} onClick={() => void keep()}>
            Keep it
          </Button>
        )}
      </div>
    </form>
  );
}

function useAnswer({ personId, since }: Answered) {
  const call = useCall();
  const refetchAfter = useRefetchAfter();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const [failure, setFailure] = useState<string>();
  const forgetFailure = (): void => setFailure(undefined);
  const form = useForm({ resolver: standardSchemaResolver(Entry), defaultValues: { words: '' } });
  const forget = useFormDraft(`answer ${personId} ${since}`, form);
  const params = { _id: personId };
  const sending = (send: (words: string) => Promise<{ modifiedCount: number }>, success: string) =>
    form.handleSubmit(async ({ words }) => {
      forgetFailure();
      try {
        const { modifiedCount } = await send(words);
        if (modifiedCount > 0) toasts.success(success);
        else toasts.info('The suspension has ended already. Nothing was sent.');
      } catch (error) {
        setFailure(showRefusal(error, form.setError, { words: 'words' }));
        if (!isApiError(error, 409)) return;
        // Another admin has answered meanwhile: this one reads what.
        await refetchAfter('suspension-changed');
        const record = queryClient.getQueryData<PersonRecord>(accountKeys.people.one(personId));
        // The form of a suspension that has ended is gone, and the refusal with it.
        if (record?.suspension?.since !== since) toasts.error(messageOf(error));
        focusContentIfLost();
        return;
      }
      await forget();
      form.reset();
      await refetchAfter('suspension-changed');
      focusContentIfLost();
    }, forgetFailure);
  const lift = sending(
    (words) => call(liftSuspension, { params, body: words === '' ? {} : { words } }),
    'Suspension lifted',
  );
  const keep = sending(
    (words) => call(keepSuspension, { params, body: { words } }),
    'The appeal is answered',
  );
  return { form, failure, lift, keep };
}
