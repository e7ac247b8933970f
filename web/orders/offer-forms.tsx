/** The forms in which the two sides of a dispute make and answer offers. */
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { acceptOffer, declineOffer, makeOffer, OfferRefusal } from '#contract/orders-actions.ts';
import { mayOfferReturn } from '#contract/orders-problems.ts';
import { offerWords } from '#contract/orders-words.ts';
import type { Order } from '#contract/orders.ts';
import { isApiError } from '#web/platform/api-error.ts';
import { FormFrame } from '#web/ui/form-frame.tsx';
import { Choice, TextArea, TextInput } from '#web/ui/inputs.tsx';

import { asOptionalText } from './action-forms.tsx';
import { asAmount } from './as-amount.ts';
import { partHint } from './money-words.ts';
import { PhotosOfStatement, useStatementPhotos } from './photos-of-statement.tsx';
import { type ActionFormProps, useActionSubmit } from './use-action-submit.ts';

/** Passes a failure on, and notes the offer of the other side if the server names one that was not seen. */
const withNewerOffer =
  (note: (offer: string) => void) =>
  (error: unknown): never => {
    if (isApiError(error, 409) && typeof error.body.offer === 'string') note(error.body.offer);
    throw error;
  };

interface OfferFormProps extends ActionFormProps {
  readonly order: Order;
}

export function OfferForm({ order, ...about }: OfferFormProps) {
  const form = useForm({
    resolver: standardSchemaResolver(makeOffer.body),
    defaultValues: { kind: 'part' },
  });
  const { errors } = form.formState;
  const kind = useWatch({ control: form.control, name: 'kind' });
  const photos = useStatementPhotos(about.orderId, 'offer');
  const seen = useRef(order.dispute?.offer?._id ?? null);
  const frame = useActionSubmit(about, 'offer', form, ({ amount, kind: offered, text }, call, params) =>
    photos
      .sendWith((ids) =>
        call(makeOffer, {
          params,
          body: {
            kind: offered,
            text,
            photos: ids,
            replaces: seen.current,
            ...(offered === 'part' ? { amount } : {}),
          },
        }),
      )
      // The refusal names the offer that arrived meanwhile: the next press replaces it.
      .catch(withNewerOffer((offer) => (seen.current = offer))),
  );
  return (
    <FormFrame {...frame}>
      <OfferKinds order={order} {...form.register('kind')} />
      {kind === 'part' && (
        <PartField order={order} error={errors.amount?.message} {...form.register('amount', asAmount)} />
      )}
      <TextArea
        label="Message (optional)"
        hint="The other side and Ringback read it."
        error={errors.text?.message}
        {...form.register('text', asOptionalText)}
      />
      <PhotosOfStatement photos={photos} error={errors.photos?.message} />
    </FormFrame>
  );
}

type OfferKindsProps = Omit<Parameters<typeof Choice>[0], 'value' | 'children'> & { readonly order: Order };

const OfferKinds = ({ order, ...field }: OfferKindsProps) => (
  <fieldset className="grid gap-2">
    <legend className="pb-1.5 text-small font-semibold">Offer</legend>
    <Choice value="part" {...field}>
      A part of the money goes back, and the phone stays where it is
    </Choice>
    {mayOfferReturn(order.mayBuyerHavePhone, order.role) && (
      <Choice value="return" {...field}>
        {offerWords('return', null)}
      </Choice>
    )}
  </fieldset>
);

interface PartFieldProps extends Omit<Parameters<typeof TextInput>[0], 'label'> {
  readonly order: Order;
}

/** An amount in dollars, less than what is left. */
export const PartField = ({ order, ...field }: PartFieldProps) => (
  <TextInput
    label="Amount in dollars"
    required
    inputMode="decimal"
    autoComplete="off"
    hint={partHint(order)}
    {...field}
  />
);

const answerCalls = { 'accept-offer': acceptOffer, 'decline-offer': declineOffer } as const;

/** Answers the offer that the dialog shows; the server refuses if another one has replaced it meanwhile. */
export function OfferAnswerForm({
  order,
  action,
  ...about
}: OfferFormProps & { action: keyof typeof answerCalls }) {
  const offer = order.dispute?.offer ?? undefined;
  const form = useForm({
    resolver: standardSchemaResolver(OfferRefusal),
    defaultValues: { offer: offer?._id },
  });
  const { errors } = form.formState;
  const frame = useActionSubmit(about, `${action} ${offer?._id ?? ''}`, form, (body, call, params) =>
    call(answerCalls[action], { params, body })
      // After this refusal the dialog shows the newer offer: the next press answers that one.
      .catch(withNewerOffer((newer) => form.setValue('offer', newer))),
  );
  return (
    <FormFrame {...frame}>
      {offer !== undefined && <p className="font-semibold">{offerWords(offer.kind, offer.amountCents)}.</p>}
      {action === 'decline-offer' && (
        <TextArea
          label="Why (optional)"
          hint="The other side and Ringback read it."
          error={errors.reason?.message}
          {...form.register('reason', asOptionalText)}
        />
      )}
    </FormFrame>
  );
}
