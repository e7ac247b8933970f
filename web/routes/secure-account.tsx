import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

import { secureAccount } from '#contract/auth-account.ts';
import { AuthPanel, TextLink } from '#web/auth/auth-panel.tsx';
import { ResetPasswordForm } from '#web/auth/reset-password-form.tsx';
import { messageOf } from '#web/platform/api-error.ts';
import { pageMeta } from '#web/platform/page-meta.ts';
import { paths } from '#web/platform/paths.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';
import { FormError } from '#web/ui/notices.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

/** Its URL contains the secret of a mail, so no cache may store it. */
export const handle = { isPersonal: true };

export const meta = () => pageMeta({ title: 'Secure your account', isPrivate: true });

/** "This wasn't me": every session ends when the page opens, then the person chooses a new password. */
export default function SecureAccountPage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const { isSecured, failure } = useSecureAccount(token);
  const navigate = useNavigate();
  const toasts = useToasts();
  const finish = (): void => {
    toasts.success('Your new password is saved');
    void navigate(paths.login, { replace: true });
  };
  return (
    <AuthPanel title="Secure your account">
      {failure !== undefined && (
        <>
          <FormError>{failure}</FormError>
          <p>
            You can <TextLink to={paths.forgotPassword}>ask for a new password</TextLink>: that ends every
            session, too.
          </p>
        </>
      )}
      {!isSecured && failure === undefined && <Spinner label="Ending every session" />}
      {/* It is there before its text, or that would not be read aloud. */}
      <p role="status" className="empty:absolute">
        {isSecured &&
          'Every session has ended, and the old password does not work any more. Choose a new one.'}
      </p>
      {isSecured && <ResetPasswordForm token={token} onDone={finish} />}
    </AuthPanel>
  );
}

function useSecureAccount(token: string) {
  const call = useCall();
  const [isSecured, setSecured] = useState(false);
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    call(secureAccount, { body: { token } }).then(
      () => setSecured(true),
      (error: unknown) => setFailure(messageOf(error)),
    );
  }, [call, token]);
  return { isSecured, failure };
}
