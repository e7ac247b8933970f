import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { beginTotp, removeTotp, renewRecoveryCodes } from '#contract/auth-factors.ts';
import { messageOf } from '#web/platform/api-error.ts';
import { useCall, useSend } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { focusContentIfLost } from '#web/ui/focus-content.ts';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import { factorsQuery, refetchFactors } from './factors-query.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TotpSetup } from './totp-setup.tsx';

const headingId = 'factor-heading';
const focusHeadingIfLost = (): void => focusContentIfLost(document.getElementById(headingId));

/** The code in addition to the password: sets up an authenticator app, renews its recovery codes, and turns it off. */
export function SecondFactorSection() {
  const { data: factors, error, refetch, isFetching } = useQuery(factorsQuery(useSend()));
  const [setup, setSetup] = useState<{ secret: string; uri: string }>();
  const [codes, setCodes] = useState<readonly string[]>();
  const { busy, act } = useFactorActions();
  const makeCall = useCall();

  const begin = () => act('begin', async () => setSetup(await makeCall(beginTotp)));
  const renew = () =>
    act('renew', async () => {
      if (!window.confirm('Get new recovery codes? The ones that you have will no longer work.')) return;
      setCodes((await makeCall(renewRecoveryCodes)).recoveryCodes);
    });
  const turnOff = () =>
    act('off', async () => {
      if (!window.confirm('Turn the authenticator app off? Signing in will no longer ask for a code.'))
        return;
      await makeCall(removeTotp);
      setCodes(undefined);
    });
  const finish = (recoveryCodes: readonly string[]) =>
    act('finish', async () => {
      setSetup(undefined);
      setCodes(recoveryCodes);
    });
  const leave = (): void => {
    setSetup(undefined);
    focusHeadingIfLost();
  };
  const forgetCodes = (): void => {
    setCodes(undefined);
    focusHeadingIfLost();
  };
  return (
    <section aria-labelledby={headingId} className="grid gap-4 border-t border-line pt-6">
      <h2 id={headingId} className="text-title">
        Authenticator app
      </h2>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {factors === undefined && error === null && <Spinner label="Loading how your account is protected" />}
      {codes !== undefined && <RecoveryCodes codes={codes} onKept={forgetCodes} />}
      {setup !== undefined && <TotpSetup {...setup} onConfirmed={finish} onLeft={leave} />}
      {factors?.totp === false && setup === undefined && (
        <OfferTotp isBusy={busy === 'begin'} onBegin={begin} />
      )}
      {factors?.totp === true && (
        <TotpState left={factors.recoveryCodesLeft} busy={busy} onRenew={renew} onTurnOff={turnOff} />
      )}
    </section>
  );
}

function OfferTotp({ isBusy, onBegin }: { isBusy: boolean; onBegin: () => void }) {
  return (
    <>
      <p>
        With an app such as Google Authenticator, signing in also asks for a code from your phone. A stolen
        password is then worth nothing.
      </p>
      <Button variant="quiet" className="justify-self-start" isBusy={isBusy} onClick={onBegin}>
        Set up an authenticator app
      </Button>
    </>
  );
}

function recoveryWords(left: number): string {
  if (left === 0)
    return 'You have no recovery codes left. Get new ones: with one of them you get in if you lose the app.';
  const codes = left === 1 ? '1 recovery code' : `${left} recovery codes`;
  return `You have ${codes} left; with one of them you get in if you lose the app.`;
}

interface TotpStateProps {
  /** How many recovery codes are left. */
  readonly left: number;
  readonly busy: string | undefined;
  readonly onRenew: () => void;
  readonly onTurnOff: () => void;
}

function TotpState({ left, busy, onRenew, onTurnOff }: TotpStateProps) {
  return (
    <>
      <p>
        Signing in asks for a code from your app. {recoveryWords(left)} If you lose them too, write to us from
        your e-mail address: an admin can remove the second factor after checking who you are.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" isBusy={busy === 'renew'} onClick={onRenew}>
          New recovery codes
        </Button>
        <Button variant="danger" isBusy={busy === 'off'} onClick={onTurnOff}>
          Turn off
        </Button>
      </div>
    </>
  );
}

/** Runs an action, names it as `busy` until it ends, shows its error, and then reloads what is shown. */
function useFactorActions() {
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState<string>();
  const run = async (name: string, work: () => Promise<void>): Promise<void> => {
    setBusy(name);
    try {
      await work();
    } catch (error) {
      toasts.error(messageOf(error));
    }
    setBusy(undefined);
    await refetchFactors(queryClient);
    focusHeadingIfLost();
  };
  return { busy, act: (name: string, work: () => Promise<void>): void => void run(name, work) };
}
