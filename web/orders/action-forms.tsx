/** The forms in the dialogs of order actions. */
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import {
  askToCancel,
  cancelOrder,
  chooseDelivery,
  confirmDelivery,
  refundOrder,
  sendBack,
  sendParcel,
} from '#contract/orders-actions.ts';
import type { Order } from '#contract/orders.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { Button, type ButtonProps } from '#web/ui/button.tsx';
import { Choice, TextArea, TextInput } from '#web/ui/inputs.tsx';
import { FormError } from '#web/ui/notices.tsx';

import { type ActionFormProps, useActionSubmit } from './use-action-submit.ts';

interface FormFrameProps {
  readonly submitLabel: string;
  readonly variant?: ButtonProps['variant'];
  readonly isBusy: boolean;
  readonly failure: string | undefined;
  readonly onSubmit: () => Promise<void>;
  readonly children?: ReactNode;
}

/** The common parts of the dialogs' forms: fields, error, and submit button. */
export function FormFrame({ submitLabel, variant, isBusy, failure, onSubmit, children }: FormFrameProps) {
  return (
    <form
      method="post"
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
      {failure !== undefined && <FormError>{failure}</FormError>}
      <Button type="submit" variant={variant} isBusy={isBusy}>
        {submitLabel}
      </Button>
    </form>
  );
}

export interface TextFormProps extends ActionFormProps, Pick<FormFrameProps, 'submitLabel' | 'variant'> {}

const reasonCalls = {
  cancel: { endpoint: cancelOrder, hint: 'The buyer reads it.' },
  'ask-to-cancel': { endpoint: askToCancel, hint: 'The seller reads it.' },
  'confirm-delivery': { endpoint: confirmDelivery, hint: 'What proves it. Both sides read it.' },
} as const;
export type ReasonAction = keyof typeof reasonCalls;

export function ReasonForm({
  action,
  submitLabel,
  variant,
  ...about
}: TextFormProps & { action: ReasonAction }) {
  const call = useCall();
  const { endpoint, hint } = reasonCalls[action];
  const form = useForm({ resolver: standardSchemaResolver(cancelOrder.body), defaultValues: { reason: '' } });
  const { failure, send } = useActionSubmit(about, action, form);
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit((body) =>
    send(() => call(endpoint, { params: { _id: about.orderId }, body })),
  );
  return (
    <FormFrame {...{ submitLabel, variant, failure }} isBusy={isSubmitting} onSubmit={submit}>
      <TextArea
        label="Why"
        required
        hint={hint}
        error={errors.reason?.message}
        {...form.register('reason')}
      />
    </FormFrame>
  );
}

export function RefundForm({ submitLabel, variant, ...about }: TextFormProps) {
  const call = useCall();
  const form = useForm({ resolver: standardSchemaResolver(refundOrder.body), defaultValues: { reason: '' } });
  const { failure, send } = useActionSubmit(about, 'refund', form);
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit((body) =>
    send(() => call(refundOrder, { params: { _id: about.orderId }, body })),
  );
  return (
    <FormFrame {...{ submitLabel, variant, failure }} isBusy={isSubmitting} onSubmit={submit}>
      <TextArea
        label="Why (optional)"
        hint="The buyer reads it."
        error={errors.reason?.message}
        {...form.register('reason', asOptionalText)}
      />
    </FormFrame>
  );
}

/** An empty field is left out. */
export const asOptionalText = {
  setValueAs: (typed: unknown): string | undefined =>
    typeof typed === 'string' && typed.trim() !== '' ? typed : undefined,
};

const parcelCalls = { send: sendParcel, 'send-back': sendBack } as const;

export function ParcelForm({
  action,
  submitLabel,
  variant,
  ...about
}: TextFormProps & { action: keyof typeof parcelCalls }) {
  const call = useCall();
  const form = useForm({
    resolver: standardSchemaResolver(sendParcel.body),
    defaultValues: { carrier: '', trackingNumber: '' },
  });
  const { failure, send } = useActionSubmit(about, action, form);
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit((body) =>
    send(() => call(parcelCalls[action], { params: { _id: about.orderId }, body })),
  );
  return (
    <FormFrame {...{ submitLabel, variant, failure }} isBusy={isSubmitting} onSubmit={submit}>
      <TextInput
        label="Carrier"
        required
        autoComplete="off"
        error={errors.carrier?.message}
        {...form.register('carrier')}
      />
      <TextInput
        label="Tracking number"
        required
        autoComplete="off"
        error={errors.trackingNumber?.message}
        {...form.register('trackingNumber')}
      />
    </FormFrame>
  );
}

export function DeliveryForm({ order, submitLabel, ...about }: TextFormProps & { order: Order }) {
  const call = useCall();
  const form = useForm({
    resolver: standardSchemaResolver(chooseDelivery.body),
    defaultValues: { delivery: order.delivery, address: order.parcelAddress ?? '' },
  });
  const delivery = useWatch({ control: form.control, name: 'delivery' });
  const { failure, send } = useActionSubmit(about, 'choose-delivery', form);
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit((body) =>
    send(() => call(chooseDelivery, { params: { _id: about.orderId }, body })),
  );
  return (
    <FormFrame {...{ submitLabel, failure }} isBusy={isSubmitting} onSubmit={submit}>
      <fieldset className="grid gap-2">
        <legend className="sr-only">Delivery</legend>
        <Choice value="meeting" {...form.register('delivery')}>
          <span>
            Meet the seller
            <span className="block text-small text-quiet">At {order.meetingPlace}</span>
          </span>
        </Choice>
        <Choice value="parcel" {...form.register('delivery')}>
          Have it sent to an address
        </Choice>
      </fieldset>
      {delivery === 'parcel' && (
        <TextArea
          label="Address"
          required
          autoComplete="street-address"
          hint="As you would write it on a parcel. The seller sees it."
          error={errors.address?.message}
          {...form.register('address')}
        />
      )}
    </FormFrame>
  );
}
