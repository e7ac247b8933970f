import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { listPasskeys, type Passkey, removePasskey, renamePasskey } from '#contract/auth-passkeys.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { messageOf } from '#web/platform/api-error.ts';
import { call } from '#web/platform/api.ts';
import { useCall, useSend } from '#web/platform/runtime.tsx';
import type { Send } from '#web/platform/send.ts';
import { useToasts } from '#web/platform/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorNotice } from '#web/ui/notices.tsx';

import { canUsePasskeys, createPasskey } from './browser-passkeys.ts';

const passkeysQuery = (send: Send) =>
  queryOptions({
    queryKey: accountKeys.passkeys,
    queryFn: ({ signal }) => call(send, listPasskeys, { signal }),
    staleTime: 0,
  });

/** The person's passkeys; one is added on the device that they sit at. */
export function PasskeysSection() {
  const send = useSend();
  const { data: passkeys, error, refetch, isFetching } = useQuery(passkeysQuery(send));
  const { busy, add, rename, remove } = usePasskeyActs();

  return (
    <section aria-labelledby="passkeys-heading" className="grid gap-4 border-t border-line pt-6">
      <h2 id="passkeys-heading" className="text-title">
        Passkeys
      </h2>
      <p>
        Sign in with the lock of your device, by finger, face or PIN, instead of a password. A passkey works
        on this site only, so nobody can trick you into giving it away.
      </p>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      <ul className="grid gap-3 empty:hidden">
        {passkeys?.map((passkey) => (
          <PasskeyRow
            key={passkey._id}
            passkey={passkey}
            isBusy={busy === passkey._id}
            onRename={() => rename(passkey)}
            onRemove={() => remove(passkey)}
          />
        ))}
      </ul>
      {canUsePasskeys() && (
        <Button variant="quiet" className="justify-self-start" isBusy={busy === 'add'} onClick={add}>
          Add a passkey
        </Button>
      )}
    </section>
  );
}

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly isBusy: boolean;
  readonly onRename: () => void;
  readonly onRemove: () => void;
}

function PasskeyRow({
  passkey: { name, createdAt, lastUsedAt },
  isBusy,
  onRename,
  onRemove,
}: PasskeyRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-card border border-line px-4 py-3">
      <p className="min-w-0 wrap-anywhere">
        <span className="font-semibold">{name}</span>
        <span className="block text-small text-quiet">
          Added {dayOf(createdAt)} · {lastUsedAt === null ? 'not used yet' : `last used ${dayOf(lastUsedAt)}`}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" aria-label={`Rename ${name}`} onClick={onRename}>
          Rename
        </Button>
        <Button variant="danger" isBusy={isBusy} aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  );
}

const dayOf = (time: string): string => new Date(time).toLocaleDateString('en-GB', { dateStyle: 'medium' });

/** One thing at a time, its outcome told, and the list read again afterwards. */
function usePasskeyActs() {
  const send = useSend();
  const makeCall = useCall();
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState<string>();
  const run = async (name: string, work: () => Promise<string | undefined>): Promise<void> => {
    setBusy(name);
    try {
      const done = await work();
      if (done !== undefined) toasts.success(done);
    } catch (error) {
      toasts.error(messageOf(error));
    }
    setBusy(undefined);
    await queryClient.invalidateQueries({ queryKey: accountKeys.passkeys });
    await queryClient.invalidateQueries({ queryKey: accountKeys.factors });
  };
  const act = (name: string, work: () => Promise<string | undefined>): void => void run(name, work);

  const add = () =>
    act('add', async () => {
      const name = window
        .prompt('Give the passkey a name, such as that of this device', 'This device')
        ?.trim();
      return name && (await createPasskey(send, name)) ? 'Passkey added' : undefined;
    });
  const rename = ({ _id, name: before }: Passkey) =>
    act(_id, async () => {
      const name = window.prompt('The new name of the passkey', before)?.trim();
      if (!name) return undefined;
      await makeCall(renamePasskey, { params: { _id }, body: { name } });
      return 'Passkey renamed';
    });
  const remove = ({ _id, name }: Passkey) =>
    act(_id, async () => {
      if (!window.confirm(`Remove the passkey “${name}”? It will no longer sign you in.`)) return undefined;
      await makeCall(removePasskey, { params: { _id } });
      return 'Passkey removed';
    });
  return { busy, add, rename, remove };
}
