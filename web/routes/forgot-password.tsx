import { AuthPanel, TextLink } from '#web/auth/auth-panel.tsx';
import { ForgotPasswordForm } from '#web/auth/forgot-password-form.tsx';
import { useSiteConfig } from '#web/platform/site-config.ts';
import { pageMeta } from '#web/platform/page-meta.ts';
import { paths } from '#web/platform/paths.ts';

export const meta = () => pageMeta({ title: 'Forgot your password', isPrivate: true });

export default function ForgotPasswordPage() {
  const isDemo = useSiteConfig()?.mode === 'demo';
  return (
    <AuthPanel
      title="Forgot your password?"
      lead="We send you a link to choose a new one."
      after={
        <p className="text-quiet">
          Remembered it? <TextLink to={paths.login}>Log in</TextLink>
        </p>
      }
    >
      <ForgotPasswordForm whereMailIs={isDemo && <DemoMail />} />
    </AuthPanel>
  );
}

function DemoMail() {
  return (
    <p className="text-small text-quiet">
      The demo sends no real mail:{' '}
      <TextLink to="/sandbox/mail" reloadDocument>
        read it in the demo’s mailbox
      </TextLink>
      .
    </p>
  );
}
