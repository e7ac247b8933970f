import { useState } from 'react';

import type { SiteConfig } from '#contract/site.ts';
import type { Identity } from '#web/platform/access-token.ts';
import { messageOf } from '#web/platform/api-error.ts';
import { useSession } from '#web/platform/runtime.tsx';
import { Button } from '#web/ui/button.tsx';

export interface DemoSignInsProps {
  readonly accounts: SiteConfig['demoAccounts'];
  readonly onStart: () => void;
  readonly onSignedIn: (identity: Identity) => Promise<void>;
  readonly onFailed: (message: string, error?: unknown) => void;
}

/** One button for each account of the demo. */
export function DemoSignIns({ accounts, onStart, onSignedIn, onFailed }: DemoSignInsProps) {
  const { status, signIn, pending } = useSession();
  /** The address whose button was pressed. */
  const [entering, setEntering] = useState<string>();
  // The pressed button stays until the next page is there, so that it keeps the focus.
  if (accounts.length === 0 || (status === 'signed-in' && entering === undefined)) return null;
  const signInAs = async (email: string, password: string): Promise<void> => {
    onStart();
    setEntering(email);
    try {
      await onSignedIn(await signIn({ email, password }));
    } catch (error) {
      onFailed(messageOf(error), error);
    }
    setEntering(undefined);
  };
  return (
    <section
      aria-labelledby="demo-sign-ins"
      className="grid gap-3 rounded-card border border-dashed border-line p-4"
    >
      <h2 id="demo-sign-ins" className="text-lead">
        Look around the demo as
      </h2>
      <div className="flex flex-wrap gap-2">
        {accounts.map(({ label, email, password }) => (
          <Button
            key={email}
            variant="quiet"
            className="grow"
            isBusy={entering === email}
            disabled={entering !== email && (status !== 'signed-out' || pending === 'signIn')}
            onClick={() => void signInAs(email, password)}
          >
            {label}
          </Button>
        ))}
      </div>
    </section>
  );
}
