import { AuthPanel } from '#web/auth/auth-panel.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';
import { paths } from '#web/platform/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';

/** For one person only, so no cache may store it. */
export const handle = { isPersonal: true };

export const meta = () => pageMeta({ title: 'Your account is being deleted', isPrivate: true });

/** Shown after a person has deleted their account. */
export default function GoodbyePage() {
  return (
    <AuthPanel
      title="Your account is being deleted"
      lead="You are logged out everywhere. To keep your account, log in again; our mail says until when you can."
    >
      {/* Once somebody has logged in, this page is no longer true, so Back must not lead to it. */}
      <LinkButton to={paths.login} state={{ origin: paths.profile }} replace className="justify-self-start">
        Log in and keep the account
      </LinkButton>
    </AuthPanel>
  );
}
