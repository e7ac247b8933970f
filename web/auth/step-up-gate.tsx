import { type ReactNode, Suspense, useCallback, useRef, useState } from 'react';

import { isRecord } from '#web/platform/is-record.ts';
import { lazyPart } from '#web/platform/missing-chunk.tsx';
import { SendContext, useSend } from '#web/platform/runtime.tsx';
import type { Send, SendReply } from '#web/platform/send.ts';
import { OpeningIndicator } from '#web/ui/opening-indicator.tsx';

const StepUpDialog = lazyPart(async () => (await import('./step-up-dialog.tsx')).StepUpDialog);

/**
 * Pages below it need not know which calls require a fresh sign-in. If one is refused for that reason, the person
 * confirms in a dialog that it is them, and the call is repeated; what they have typed remains. If they close the
 * dialog, the page gets the refusal.
 */
export function StepUpGate({ children }: { children: ReactNode }) {
  const plainSend = useSend();
  /** Resolves the question of the open dialog. */
  const [settle, setSettle] = useState<(isConfirmed: boolean) => void>();
  const open = useRef<Promise<boolean>>(undefined);

  // Several calls that are refused at the same time wait for the same answer.
  const ask = useCallback((): Promise<boolean> => {
    if (open.current !== undefined) return open.current;
    const answer = new Promise<boolean>((resolve) => {
      const end = (isConfirmed: boolean): void => {
        open.current = undefined;
        setSettle(undefined);
        resolve(isConfirmed);
      };
      setSettle(() => end);
    });
    open.current = answer;
    return answer;
  }, []);

  const send: Send = useCallback(
    async (request) => {
      const reply = await plainSend(request);
      if (!isStale(reply) || !(await ask())) return reply;
      return plainSend(request);
    },
    [plainSend, ask],
  );
  return (
    <SendContext value={send}>
      {children}
      {settle !== undefined && (
        <Suspense fallback={<OpeningIndicator />}>
          <StepUpDialog onConfirmed={() => settle(true)} onClose={() => settle(false)} />
        </Suspense>
      )}
    </SendContext>
  );
}

const isStale = ({ status, body }: SendReply): boolean =>
  status === 403 && isRecord(body) && body.code === 'request.fresh-sign-in-needed';
