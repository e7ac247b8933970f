/** The forms in the dialogs of order actions. */
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
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
import { FormFrame } from '#web/ui/form-frame.tsx';
import { Choice, TextArea, TextInput } from '#web/ui/inputs.tsx';

import { type ActionFormProps, useActionSubmit } from './use-action-submit.ts';

const reasonCalls = {
  cancel: { endpoint: cancelOrder, hint: 'The buyer reads it.' },
  'ask-to-cancel': { endpoint: askToCancel, hint: 'The seller reads it.' },
  'confirm-delivery': { endpoint: confirmDelivery, hint: 'What proves it. Both sides read it.' },
} as const;
export type ReasonAction = keyof typeof reasonCalls;

export function ReasonForm({ action, ...about }: ActionFormProps & { action: ReasonAction }) {
  const { endpoint, hint } = reasonCalls[action];
  const form = useForm({ resolver: standardSchemaResolver(cancelOrder.body), defaultValues: { reason: '' } });
  const { errors } = form.formState;
  const frame = useActionSubmit(about, action, form, (body, call, params) =>
    call(endpoint, { params, body }),
  );
  return (
    <FormFrame {...frame}>
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

export function RefundForm(about: ActionFormProps) {
  const form = useForm({ resolver: standardSchemaResolver(refundOrder.body), defaultValues: { reason: '' } });
  const { errors } = form.formState;
  const frame = useActionSubmit(about, 'refund', form, (body, call, params) =>
    call(refundOrder, { params, body }),
  );
  return (
    <FormFrame {...frame}>
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

export function ParcelForm({ action, ...about }: ActionFormProps & { action: keyof typeof parcelCalls }) {
  const form = useForm({
    resolver: standardSchemaResolver(sendParcel.body),
    defaultValues: { carrier: '', trackingNumber: '' },
  });
  const { errors } = form.formState;
  const frame = useActionSubmit(about, action, form, (body, call, params) =>
    call(parcelCalls[action], { params, body }),
  );
  return (
    <FormFrame {...frame}>
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

export function DeliveryForm({ order, ...about }: ActionFormProps & { order: Order }) {
  const form = useForm({
    resolver: standardSchemaResolver(chooseDelivery.body),
    defaultValues: { delivery: order.delivery, address: order.parcelAddress ?? undefined },
  });
  const delivery = useWatch({ control: form.control, name: 'delivery' });
  const { errors } = form.formState;
  const frame = useActionSubmit(about, 'choose-delivery', form, (body, call, params) =>
    call(chooseDelivery, { params, body }),
  );
  return (
    <FormFrame {...frame}>
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
          // At a meeting it is forgotten: nobody could see why it keeps the form from being sent.
          {...form.register('address', { shouldUnregister: true })}
        />
      )}
    </FormFrame>
  );
}
