import { type ComponentProps, useState } from 'react';

import { newPasswordHint } from '#contract/auth.ts';
import { PasswordInput } from '#web/ui/inputs.tsx';

import { judgePassword } from './password-strength.ts';

/** The field for a new password, with its rules and, while it is typed, its strength. */
export function NewPasswordInput({ onChange, ...input }: ComponentProps<typeof PasswordInput>) {
  const [typed, setTyped] = useState('');
  return (
    <div className="grid gap-2">
      <PasswordInput
        autoComplete="new-password"
        hint={newPasswordHint}
        required
        {...input}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange?.(event);
        }}
      />
      {typed !== '' && <Meter password={typed} />}
    </div>
  );
}

const colours = ['bg-bad', 'bg-wait', 'bg-good', 'bg-good'] as const;

function Meter({ password }: { password: string }) {
  const { level, words } = judgePassword(password);
  return (
    <div
      role="meter"
      // With "Password" in the label, tests and assistive technology would find two fields of that name.
      aria-label="Strength"
      aria-valuemin={0}
      aria-valuemax={3}
      aria-valuenow={level}
      aria-valuetext={words}
      className="grid gap-1"
    >
      <span aria-hidden="true" className="grid grid-cols-3 gap-1">
        {[1, 2, 3].map((step) => (
          <span
            key={step}
            className={`h-1 rounded-full ${step <= Math.max(level, 1) ? colours[level] : 'bg-line'}`}
          />
        ))}
      </span>
      <span className="text-small text-quiet">{words}</span>
    </div>
  );
}
