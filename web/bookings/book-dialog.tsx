import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { type ChangedFact, NewBooking } from '#contract/bookings.ts';
import { formatPrice } from '#contract/money.ts';
import type { Product } from '#contract/products.ts';
import type { Identity } from '#web/platform/access-token.ts';
import { useSend } from '#web/platform/runtime.tsx';
import { useSiteConfig } from '#web/platform/site-config.ts';
import { EnoughDigits, EnoughLetters } from '#web/platform/sensible-text.ts';
import { useFormDraft } from '#web/platform/use-form-draft.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextInput } from '#web/ui/inputs.tsx';
import { FormError } from '#web/ui/notices.tsx';
import { ownUserQuery } from '#web/users/own-user-query.ts';

import { changeWords } from './change-words.ts';
import { holdWords } from './hold.ts';
import { useBooking } from './use-booking.ts';

const Entry = z.object({
  userLocation: z.pipe(NewBooking.shape.userLocation, EnoughLetters),
  phone: z.pipe(NewBooking.shape.phone, EnoughDigits),
});

export interface BookDialogProps {
  readonly product: Product;
  readonly identity: Identity;
  readonly onClose: () => void;
}

/** Books a phone. */
export function BookDialog({ product, identity, onClose }: BookDialogProps) {
  const { form, submit, price, isPriceNew, changed, failure } = useBookingForm({
    product,
    identity,
    onClose,
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <Dialog title={`Book ${product.model}`} onClose={onClose}>
      <form method="post" noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <div className="grid gap-5 phone:grid-cols-2 phone:gap-4">
          <TextInput label="Name" value={identity.displayName} readOnly />
          <TextInput label="Email" type="email" value={identity.email} readOnly />
        </div>
        <TextInput
          label="Price"
          value={formatPrice(price)}
          readOnly
          hint={isPriceNew ? `The price has changed; it was ${formatPrice(product.sell)}.` : undefined}
        />
        <TextInput
          label="Meeting location"
          required
          autoComplete="off"
          hint="Where you would like to meet the seller. Once you have paid, you can have the phone sent instead."
          error={errors.userLocation?.message}
          {...form.register('userLocation')}
        />
        <TextInput
          label="Phone number"
          required
          type="tel"
          autoComplete="tel"
          hint="The seller sees it once you have paid."
          error={errors.phone?.message}
          {...form.register('phone')}
        />
        {failure !== undefined && <FormError>{failure}</FormError>}
        {changed.length > 0 && <ChangedFacts product={product} changed={changed} />}
        <Button type="submit" isBusy={isSubmitting}>
          {isPriceNew ? `Book for ${formatPrice(price)}` : 'Book'}
        </Button>
        <HoldNote identity={identity} />
      </form>
    </Dialog>
  );
}

/** How long the phone will be held. The line takes its space before it is known which of two times applies. */
function HoldNote({ identity }: { identity: Identity }) {
  const site = useSiteConfig();
  const { data: user, isPending } = useQuery(ownUserQuery(useSend(), identity.email));
  return (
    <p className="text-small text-quiet">
      You pay nothing now.{' '}
      <span className={isPending ? 'invisible' : undefined}>
        {holdWords(site, isPending || user?.emailConfirmed)}
      </span>
    </p>
  );
}

/** The form, which keeps a draft until the phone is booked. */
function useBookingForm({ product, identity, onClose }: BookDialogProps) {
  const form = useForm({
    resolver: standardSchemaResolver(Entry),
    defaultValues: { userLocation: '', phone: '' },
  });
  const forget = useFormDraft(`book ${product._id}`, form);
  const { book, ...shown } = useBooking({ product, identity, onBooked: () => void forget(), onClose });
  return { form, submit: form.handleSubmit((entry) => book(entry, form.setError)), ...shown };
}

/** The facts that the seller has changed since the buyer opened the dialog; the price has a field of its own. */
function ChangedFacts({ product, changed }: { product: Product; changed: readonly ChangedFact[] }) {
  const facts = changed.filter(({ field }) => field !== 'sell');
  if (facts.length === 0) return null;
  return (
    <div className="rounded-card bg-sunken px-4 py-3">
      <p className="font-semibold">What has changed</p>
      <ul className="list-disc pl-5">
        {facts.map((fact) => (
          <li key={fact.field} className="wrap-anywhere">
            {changeWords(fact, product)}
          </li>
        ))}
      </ul>
    </div>
  );
}
