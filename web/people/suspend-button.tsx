import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import type { User } from '#contract/users.ts';
import { NewSuspension, suspendUser } from '#contract/users-suspensions.ts';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { useFormDraft } from '#web/platform/use-form-draft.ts';
import { useFormSubmit } from '#web/platform/use-form-submit.ts';
import { useToasts } from '#web/platform/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormFrame } from '#web/ui/form-frame.tsx';
import { Select, TextArea } from '#web/ui/inputs.tsx';
import { useRowDialog } from '#web/ui/row-dialogs.tsx';

/** Opens the dialog in which an admin enters the reason and the duration of a suspension. */
export function SuspendButton({ person }: { person: User }) {
  const openDialog = useRowDialog();
  const refetchAfter = useRefetchAfter();
  return (
    <Button
      variant="quiet"
      onClick={() =>
        openDialog({
          refresh: () => refetchAfter('suspension-changed'),
          render: (onClose) => <SuspendDialog person={person} onClose={onClose} />,
        })
      }
    >
      Suspend
    </Button>
  );
}

/** A list of days is quicker than a calendar, and its last choice has no end. */
const Entry = z.object({ reason: NewSuspension.shape.reason, days: z.string() });

function SuspendDialog({ person, onClose }: { person: User; onClose: () => void }) {
  const call = useCall();
  const toasts = useToasts();
  const form = useForm({ resolver: standardSchemaResolver(Entry), defaultValues: { days: '7' } });
  const forget = useFormDraft(`suspend ${person._id}`, form);
  const { errors, isSubmitting } = form.formState;
  const fields = { reason: 'reason', days: 'days' } as const;
  const { failure, submit } = useFormSubmit(form, fields, async ({ reason, days }) => {
    const body = { reason, days: days === '' ? null : Number(days) };
    await call(suspendUser, { params: { _id: person._id }, body });
    await forget();
    toasts.success(`${person.name} is suspended`);
    onClose();
  });
  return (
    <Dialog
      title={`Suspend ${person.name}`}
      intro="Their phones are hidden, their unpaid bookings end, and payouts wait. Paid orders go on, and a phone of theirs that somebody has booked can still be paid."
      onClose={onClose}
    >
      <FormFrame submitLabel="Suspend this person" failure={failure} isBusy={isSubmitting} onSubmit={submit}>
        <TextArea
          label="Why"
          required
          hint="The person reads this, in a mail too."
          error={errors.reason?.message}
          {...form.register('reason')}
        />
        <Select label="For how long" error={errors.days?.message} {...form.register('days')}>
          <option value="1">1 day</option>
          <option value="7">7 days</option>
          <option value="30">30 days</option>
          <option value="90">90 days</option>
          <option value="">Until it is lifted</option>
        </Select>
      </FormFrame>
    </Dialog>
  );
}
