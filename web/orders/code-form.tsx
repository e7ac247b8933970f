import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router';

import { handOver } from '#contract/orders-actions.ts';
import type { Order } from '#contract/orders.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { isApiError, messageOf } from '#web/platform/api-error.ts';
import { showRefusal } from '#web/platform/show-refusal.ts';
import { useFormDraft } from '#web/platform/use-form-draft.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/notices.tsx';
import { Panel } from '#web/ui/panel.tsx';

import { CodeLock } from './code-lock.tsx';
import { primaryAction } from './primary-action.ts';
import { scrollToStatus } from './next-step.tsx';
import { useOrderAction } from './use-order-action.ts';

/** The seller's form for the buyer's code. The buyer's QR code leads here, with the code in the URL. */
export function CodeForm({ order }: { order: Order }) {
  const { buyer, possible, delivery, hasOpenChargeback } = order;
  // Not after too many wrong codes.
  const canEnter = possible.includes('hand-over');
  return (
    <Panel title="Enter the buyer’s code" className="print:hidden">
      {hasOpenChargeback && (
        <p className="max-w-prose font-semibold">
          Wait until the buyer’s bank has decided. Enter the code only if {buyer} has the phone already.
        </p>
      )}
      <p className="max-w-prose">
        {/* The panel above says to send the parcel. */}
        {delivery === 'parcel' && 'Only if you meet after all: '}
        {canEnter &&
          `${buyer} shows you six digits, or a QR code for your camera, when they have looked at the phone. `}
        <strong className="font-semibold">Hand over the phone only after this says Handed over.</strong>
      </p>
      {canEnter ? <DigitsForm order={order} /> : <CodeLock order={order} />}
    </Panel>
  );
}

function useHandOver({ _id: orderId, codeTries }: Order, scanned: string) {
  // After too many wrong codes, for an hour.
  const isPaused = (codeTries?.lockedUntil ?? null) !== null;
  const call = useCall();
  const act = useOrderAction(orderId);
  const [failure, setFailure] = useState<Failure>();
  const form = useForm({
    resolver: standardSchemaResolver(handOver.body),
    // While the next code is typed, it is always too short.
    reValidateMode: 'onBlur',
    defaultValues: { code: scanned },
  });
  // Kept over a login, until the server has answered. A scanned code is in the URL, and nothing typed earlier replaces it.
  const forget = useFormDraft(scanned === '' ? `order ${orderId} code` : undefined, form);
  const noteSent = useStatusAtEnd();
  const forgetFailure = (): void => setFailure(undefined);
  const forgetErrors = (): void => {
    forgetFailure();
    form.clearErrors('code');
  };
  const submit = form.handleSubmit(async (body) => {
    forgetFailure();
    noteSent(true);
    try {
      await act(() => call(handOver, { params: { _id: orderId }, body }));
      await forget();
    } catch (error) {
      // Without an answer, the code may have counted.
      noteSent(!isApiError(error));
      const isRefused = isApiError(error, 409) || isApiError(error, 429);
      if (isRefused) await forget();
      const text = isRefused ? messageOf(error) : showRefusal(error, form.setError, { code: 'code' });
      // Of the code that begins a pause, and of all that are entered during it.
      const isOfPause = isApiError(error) && error.body.triesLeft === 0;
      setFailure(text === undefined ? undefined : { text, isOfCode: isRefused, isOfPause });
      form.setFocus('code', { shouldSelect: true });
    }
  }, forgetFailure);
  const shown = failure !== undefined && (isPaused || !failure.isOfPause) ? failure : undefined;
  // A refused code says itself how many tries are left.
  const showsLock = isPaused || shown?.isOfCode !== true;
  return { form, failure: shown, showsLock, forgetErrors, submit };
}

/**
 * Shows the state once the form is gone. It says “Handed over”: the seller waits for that before they give the phone
 * away, also if the answer is lost and the page learns of it otherwise.
 *
 * @returns a function that records whether a code was sent and not refused
 */
function useStatusAtEnd(): (isSent: boolean) => void {
  const wasSent = useRef(false);
  useEffect(
    () => () => {
      if (wasSent.current) scrollToStatus();
    },
    [],
  );
  return (isSent) => {
    wasSent.current = isSent;
  };
}

interface Failure {
  readonly text: string;
  /** The server has refused this code, or any for now. */
  readonly isOfCode: boolean;
  readonly isOfPause: boolean;
}

function DigitsForm({ order }: { order: Order }) {
  const scanned = codeOf(useLocation().hash);
  const { form, failure, showsLock, forgetErrors, submit } = useHandOver(order, scanned);
  const element = useScanned(scanned, (code) => {
    forgetErrors();
    form.setValue('code', code);
  });
  const { errors, isSubmitting } = form.formState;
  const failureId = useId();
  return (
    <form
      ref={element}
      method="post"
      noValidate
      className="grid gap-4"
      onSubmit={(event) => void submit(event)}
    >
      <div className="flex flex-wrap items-start gap-3">
        <Field
          label="Code"
          hint={scanned === '' ? undefined : 'Filled in from the QR code that you scanned.'}
          error={errors.code?.message}
          refusedBy={failure?.isOfCode === true ? failureId : undefined}
          className="w-48"
        >
          {(controlProps) => (
            <input
              required
              inputMode="numeric"
              autoComplete="one-time-code"
              {...form.register('code', { onChange: forgetErrors })}
              {...controlProps}
              className="control"
            />
          )}
        </Field>
        <Button
          type="submit"
          variant={primaryAction(order) === 'hand-over' ? 'action' : 'quiet'}
          isBusy={isSubmitting}
          className="phone:mt-6.5"
        >
          Hand over
        </Button>
      </div>
      {failure !== undefined && <FormError id={failureId}>{failure.text}</FormError>}
      {showsLock && <CodeLock order={order} />}
    </form>
  );
}

/** A URL with the code opens the page or, if it is open already, changes it: scrolls the form into view. */
function useScanned(scanned: string, fillIn: (code: string) => void): RefObject<HTMLFormElement | null> {
  const element = useRef<HTMLFormElement>(null);
  const take = useEffectEvent(fillIn);
  useEffect(() => {
    if (scanned === '') return;
    take(scanned);
    element.current?.scrollIntoView({ block: 'center' });
  }, [scanned]);
  return element;
}

/** The six digits of a URL's fragment, `#code=123456`; empty if it has none. */
const codeOf = (hash: string): string => /^#code=(\d{6})$/.exec(hash)?.[1] ?? '';
