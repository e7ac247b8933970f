import { useNavigate, useSearchParams } from 'react-router';

import { undoAddressChange } from '#contract/auth-account.ts';
import { AuthPanel, TextLink } from '#web/auth/auth-panel.tsx';
import { LinkGate } from '#web/auth/link-gate.tsx';
import { ResetPasswordForm } from '#web/auth/reset-password-form.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';
import { paths } from '#web/platform/paths.ts';
import { useToasts } from '#web/platform/toasts.tsx';

/** Its URL contains the secret of a mail, so no cache may store it. */
export const handle = { isPersonal: true };

export const meta = () => pageMeta({ title: 'Take your address back', isPrivate: true });

/**
 * The target of the link in the warning about a changed address: restores the former one together with a new password.
 */
export default function UndoAddressChangePage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const navigate = useNavigate();
  const toasts = useToasts();
  const finish = (): void => {
    toasts.success('Your address is back');
    void navigate(paths.login, { replace: true });
  };
  return (
    <AuthPanel
      title="Take your address back"
      lead="Your account gets its former address back, every session ends, and you choose a new password."
    >
      <LinkGate token={token} purpose="undo-change" otherwise={<WriteToUs />}>
        <ResetPasswordForm token={token} endpoint={undoAddressChange} onDone={finish} />
      </LinkGate>
    </AuthPanel>
  );
}

const WriteToUs = () => (
  <p>
    If the address of your account is wrong and you did not change it,{' '}
    <TextLink to={paths.about('contact')}>write to us</TextLink>.
  </p>
);
