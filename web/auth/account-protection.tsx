import { PasswordSection } from './password-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';

/** What protects an account. */
export function AccountProtection() {
  return (
    <>
      <PasswordSection />
      <PasskeysSection />
      <SecondFactorSection />
    </>
  );
}
