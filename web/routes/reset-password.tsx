import { useNavigate, useSearchParams } from 'react-router';

import { AuthPanel, TextLink } from '#web/auth/auth-panel.tsx';
import { LinkGate } from '#web/auth/link-gate.tsx';
import { ResetPasswordForm } from '#web/auth/reset-password-form.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';
import { paths } from '#web/platform/paths.ts';
import { useToasts } from '#web/platform/toasts.tsx';

/** Its URL contains the secret of a mail, so no cache may store it. */
export const handle = { isPersonal: true };

export const meta = () => pageMeta({ title: 'Choose a new password', isPrivate: true });

export default function ResetPasswordPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const toasts = useToasts();
  const token = search.get('token') ?? '';
  const finish = (): void => {
    toasts.success('Your new password is saved');
    void navigate(paths.login, { replace: true });
  };
  return (
    <AuthPanel title="Choose a new password">
      <LinkGate token={token} purpose="new-password" otherwise={<AskAgain />}>
        <ResetPasswordForm token={token} onDone={finish} />
      </LinkGate>
    </AuthPanel>
  );
}

const AskAgain = () => (
  <p>
    You can <TextLink to={paths.forgotPassword}>ask for a new link</TextLink>.
  </p>
);
