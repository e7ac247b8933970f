import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

import { TextLink } from '#web/auth/auth-panel.tsx';
import { reportFromPopup } from '#web/platform/google-popup.ts';
import { pageMeta } from '#web/platform/page-meta.ts';
import { paths } from '#web/platform/paths.ts';

/** For one person only, so no cache may store it. */
export const handle = { isPersonal: true };

export const meta = () => pageMeta({ title: 'Signed in', isPrivate: true });

/** The last page of the Google window: reports to the page that opened it, and closes itself. */
export default function PopupDonePage() {
  const [search] = useSearchParams();
  const code = search.get('error') ?? undefined;
  // The page that opened the window has a text of ours for a person who cancelled.
  const error = code === 'access_denied' ? code : (search.get('error_description') ?? code);
  useEffect(() => reportFromPopup({ error }), [error]);
  if (error === undefined) return <p className="p-8 text-center text-lead">You can close this window.</p>;
  return (
    <div className="grid justify-items-center gap-3 p-8 text-center">
      <p role="alert" className="text-lead">
        Signing in with Google did not work, or took too long.
      </p>
      <p>
        Close this window, or <TextLink to={paths.login}>go to Login</TextLink> and try again.
      </p>
    </div>
  );
}
