import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import {
  listPasskeys,
  type Passkey,
  PasskeyName,
  removePasskey,
  renamePasskey,
} from '#contract/auth-passkeys.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { call } from '#web/platform/api.ts';
import { useCall, useSend } from '#web/platform/runtime.tsx';
import { useButtonWork } from '#web/platform/use-button-work.ts';
import type { Send } from '#web/platform/send.ts';
import { useToasts } from '#web/platform/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { focusContentIfLost } from '#web/ui/focus-content.ts';
import { ErrorNotice } from '#web/ui/notices.tsx';
import { TextDialog, type TextDialogProps } from '#web/ui/text-dialog.tsx';

import { canUsePasskeys, createPasskey } from './browser-passkeys.ts';
import { refetchFactors } from './factors-query.ts';

const passkeysQuery = (send: Send) =>
  queryOptions({
    queryKey: accountKeys.passkeys,
    queryFn: ({ signal }) => call(send, listPasskeys, { signal }),
    staleTime: 0,
  });

const headingId = 'passkeys-heading';

/** The person's passkeys. A new one is created on the current device. */
export function PasskeysSection() {
  const send = useSend();
  const { data: passkeys, error, refetch, isFetching } = useQuery(passkeysQuery(send));
  return (
    <section aria-labelledby={headingId} className="grid gap-4 border-t border-line pt-6">
      <h2 id={headingId} className="text-title">
        Passkeys
      </h2>
      <p>
        Sign in with the lock of your device, by finger, face or PIN, instead of a password. A passkey works
        on this site only, so nobody can trick you into giving it away.
      </p>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      <ul className="grid gap-3 empty:hidden">
        {passkeys?.map((passkey) => (
          <PasskeyRow key={passkey._id} passkey={passkey} />
        ))}
      </ul>
      {canUsePasskeys() && <AddPasskey />}
    </section>
  );
}

function AddPasskey() {
  const [isOpen, setOpen] = useState(false);
  const { add } = usePasskeyActions();
  return (
    <>
      <Button variant="quiet" className="justify-self-start" onClick={() => setOpen(true)}>
        Add a passkey
      </Button>
      {isOpen && (
        <PasskeyDialog
          title="Add a passkey"
          intro="Your device then asks you to unlock it."
          hint="Such as the name of this device."
          submitLabel="Continue"
          initialText="This device"
          draft="new passkey"
          onSave={add}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

type PasskeyDialogProps = Omit<TextDialogProps, 'label' | 'schema' | 'name' | 'isOneLine'>;

const PasskeyDialog = (props: PasskeyDialogProps) => (
  <TextDialog label="Name" schema={PasskeyName} name="name" isOneLine {...props} />
);

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { name, createdAt, lastUsedAt } = passkey;
  /** The name when its dialog was opened: the list shows the new one before the dialog closes. */
  const [formerName, setFormerName] = useState<string>();
  const { rename } = usePasskeyActions();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-card border border-line px-4 py-3">
      <p className="min-w-0 wrap-anywhere">
        <span className="font-semibold">{name}</span>
        <span className="block text-small text-quiet">
          Added {dayOf(createdAt)} · {lastUsedAt === null ? 'not used yet' : `last used ${dayOf(lastUsedAt)}`}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" aria-label={`Rename ${name}`} onClick={() => setFormerName(name)}>
          Rename
        </Button>
        <RemoveButton passkey={passkey} />
      </div>
      {formerName !== undefined && (
        <PasskeyDialog
          title={`Rename ${formerName}`}
          intro="The name is for you alone: it tells your passkeys apart."
          hint="At most 60 characters."
          submitLabel="Save the name"
          initialText={formerName}
          draft={`passkey ${passkey._id}`}
          onSave={(newName) => rename(passkey, newName)}
          onClose={() => setFormerName(undefined)}
        />
      )}
    </li>
  );
}

function RemoveButton({ passkey }: { passkey: Passkey }) {
  const { isBusy, run } = useButtonWork();
  const { remove } = usePasskeyActions();
  const askAndRemove = async (): Promise<void> => {
    if (!window.confirm(`Remove the passkey “${passkey.name}”? It will no longer sign you in.`)) return;
    await run(() => remove(passkey));
    focusContentIfLost(document.getElementById(headingId));
  };
  return (
    <Button
      variant="danger"
      isBusy={isBusy}
      aria-label={`Remove ${passkey.name}`}
      onClick={() => void askAndRemove()}
    >
      Remove
    </Button>
  );
}

const dayOf = (time: string): string => new Date(time).toLocaleDateString('en-GB', { dateStyle: 'medium' });

/** Shows the outcome and then reloads the list; the caller shows errors that occur before the call. */
function usePasskeyActions() {
  const send = useSend();
  const makeCall = useCall();
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const showDone = async (done: string): Promise<void> => {
    toasts.success(done);
    await queryClient.invalidateQueries({ queryKey: accountKeys.passkeys });
    await refetchFactors(queryClient);
  };
  return {
    add: async (name: string): Promise<void> => {
      await createPasskey(send, name);
      await showDone('Passkey added');
    },
    rename: async ({ _id }: Passkey, name: string): Promise<void> => {
      await makeCall(renamePasskey, { params: { _id }, body: { name } });
      await showDone('Passkey renamed');
    },
    remove: async ({ _id }: Passkey): Promise<void> => {
      await makeCall(removePasskey, { params: { _id } });
      await showDone('Passkey removed');
    },
  };
}
