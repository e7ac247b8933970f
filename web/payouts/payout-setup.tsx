import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

import {
  checkOnboarding,
  openPayoutAccount,
  type PayoutOverview,
  startOnboarding,
} from '#contract/payouts.ts';
import { messageOf } from '#web/platform/api-error.ts';
import { paths } from '#web/platform/paths.ts';
import { useCall, useSend } from '#web/platform/runtime.tsx';
import { useIsSuspended } from '#web/users/unless-suspended.tsx';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { FormError } from '#web/ui/notices.tsx';
import { Panel } from '#web/ui/panel.tsx';

import { BankForm } from './bank-form.tsx';
import { overviewQuery } from './payout-queries.ts';

/** Where a seller's money will be paid: what is missing, and the next step. */
export function PayoutSetup({ overview }: { overview: PayoutOverview }) {
  const { method, onboarding } = overview;
  const isSuspended = useIsSuspended();
  const [words, tone] = stateWords[onboarding.state];
  return (
    <Panel title="Where your money goes" aside={<Badge tone={tone}>{words}</Badge>}>
      {isSuspended ? (
        <p>
          You cannot change this while your account is suspended. Nothing is paid out before the suspension is
          over.
        </p>
      ) : (
        <Step overview={overview} />
      )}
      {method === 'stripe' && onboarding.state !== 'ready' && (
        <p className="text-small text-quiet">
          {!isSuspended &&
            (onboarding.state === 'refused'
              ? 'You can go on selling. '
              : 'You can list and sell before that. ')}
          Your money waits for you and is safe.
        </p>
      )}
    </Panel>
  );
}

function Step({ overview }: { overview: PayoutOverview }) {
  const { method, isEmailConfirmed } = overview;
  if (isEmailConfirmed)
    return method === 'stripe' ? <ProcessorStep overview={overview} /> : <BankForm overview={overview} />;
  return (
    <>
      <p>Please confirm your e-mail address before you say where your money should go.</p>
      <p>
        <LinkButton to={paths.profile} className="print:hidden">
          Confirm your address
        </LinkButton>
      </p>
    </>
  );
}

const stateWords: Readonly<Record<PayoutOverview['onboarding']['state'], readonly [string, BadgeTone]>> = {
  none: ['Not set up', 'wait'],
  unfinished: ['Something is missing', 'wait'],
  checking: ['Being checked', 'wait'],
  refused: ['Refused', 'bad'],
  ready: ['Ready', 'good'],
};

/** The next step on the processor's own page, which asks for all details. */
function ProcessorStep({ overview: { onboarding } }: { overview: PayoutOverview }) {
  const call = useCall();
  const { failure, isReturning } = useProcessorReturn();
  const { state, missing } = onboarding;
  const isReady = state === 'ready';
  return (
    <>
      <p>{advice[state]}</p>
      {missing.length > 0 && (
        <ul className="list-disc pl-5">
          {missing.map((thing) => (
            <li key={thing}>{thing}</li>
          ))}
        </ul>
      )}
      <p role="status" className="empty:absolute">
        {isReturning && 'Asking the card processor…'}
      </p>
      {failure !== undefined && <FormError>{failure}</FormError>}
      {state !== 'refused' && (
        <LeaveButton
          label={isReady ? 'Open your account there' : buttonWords[state]}
          isQuiet={isReady}
          findAddress={async () => (await call(isReady ? openPayoutAccount : startOnboarding)).url}
        />
      )}
    </>
  );
}

const advice: Readonly<Record<PayoutOverview['onboarding']['state'], string>> = {
  none: 'Our card processor pays you. On its page you say who you are and which bank account is yours; it takes some minutes.',
  unfinished: 'The card processor still needs:',
  checking: 'You have entered everything. The card processor is checking it, which can take a day or two.',
  refused:
    'The card processor has refused to pay you and does not tell us why. Your money is still yours: please write to us so that we can find another way.',
  ready: 'The card processor pays you automatically, some days after an order is completed.',
};

const buttonWords = {
  none: 'Set up your payouts',
  unfinished: 'Continue the setup',
  checking: 'Review what you entered',
} as const;

/** Redirects to the processor's page, whose URL works only once. */
function LeaveButton({
  label,
  isQuiet,
  findAddress,
}: {
  label: string;
  isQuiet: boolean;
  findAddress: () => Promise<string>;
}) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const leave = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      window.location.assign(await findAddress());
    } catch (error) {
      setFailure(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <>
      {failure !== undefined && <FormError>{failure}</FormError>}
      <p className="print:hidden">
        <Button variant={isQuiet ? 'quiet' : 'action'} isBusy={isBusy} onClick={() => void leave()}>
          {label}
        </Button>
      </p>
    </>
  );
}

/**
 * After a return from the processor's page, our server asks the processor at once; its update may take a moment longer.
 */
function useProcessorReturn(): { failure: string | undefined; isReturning: boolean } {
  const call = useCall();
  const send = useSend();
  const queryClient = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const [failure, setFailure] = useState<string>();
  // Set after the first rendering: a region that appears together with its text is not read aloud.
  const [isReturning, setReturning] = useState(false);
  const how = search.get('onboarding');
  const isAsked = useRef(false);
  useEffect(() => {
    if (how === null || isAsked.current) return;
    isAsked.current = true;
    setReturning(true);
    call(checkOnboarding)
      .then((overview) => queryClient.setQueryData(overviewQuery(send).queryKey, overview))
      .catch((error: unknown) => setFailure(messageOf(error)))
      .finally(() => {
        if (how === 'again') setFailure('That page opens only once. Please go on from here.');
        setReturning(false);
        setSearch({}, { replace: true });
      });
  }, [how, call, queryClient, send, setSearch]);
  return { failure, isReturning };
}
