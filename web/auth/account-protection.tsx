import { PasskeysSection } from './passkeys-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';

/** What protects an account besides its password. */
export function AccountProtection() {
  return (
    <>
      <PasskeysSection />
      <SecondFactorSection />
    </>
  );
}
