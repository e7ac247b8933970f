/** Changes the password, after a fresh sign-in. */
import { hashPassword } from './hash-password.ts';
import { undoingKinds, voidMailLinks } from './mail-links.ts';
import { notifyOfFactors } from './notify-factors.ts';
import type { ProofServices } from './prove-address.ts';
import { requireUnleaked } from './refuse-leaked.ts';
import * as repository from './repository.ts';
import { requireSignedIn } from './require-signed-in.ts';
import type { Viewer } from '#server/platform/http/http-guard.ts';

/**
 * Sets a person's password, also for an account without one. All other sessions end, including those that are being
 * started with the former password; links for a new password become void. The person is notified, with a link to undo
 * it if it was somebody else.
 *
 * @throws Failure request.invalid for a leaked password; request.unauthenticated if the session has ended meanwhile
 */
export async function changePassword(
  services: ProofServices,
  viewer: Viewer,
  password: string,
): Promise<void> {
  requireUnleaked(password);
  const hash = await hashPassword(password);
  const { id, sessionId } = viewer;
  await services.db.transaction(async (tx) => {
    await requireSignedIn(tx, viewer);
    const now = services.clock.now();
    await repository.endSessionsExcept(tx, id, sessionId);
    await repository.removeSignInMethods(tx, id, 'password');
    await repository.insertPassword(tx, id, hash);
    await voidMailLinks(tx, id, now, ['confirm-address', ...undoingKinds]);
    await notifyOfFactors(tx, services, id, { what: 'password-changed', now });
  });
}
