import type { UseFormRegisterReturn } from 'react-hook-form';

import { userTypes } from '#contract/users.ts';
import { Choice } from '#web/ui/inputs.tsx';

/** Buyer or Seller; the first is the default (spec section 5). */
export function AccountTypeField({ field }: { field: UseFormRegisterReturn }) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-small font-semibold">Account type</legend>
      <div className="grid grid-cols-2 gap-2">
        {userTypes.map((kind, place) => (
          <Choice key={kind} {...field} value={kind} defaultChecked={place === 0}>
            {kind}
          </Choice>
        ))}
      </div>
      <p className="text-small text-quiet">Sellers list phones. Both can book and pay.</p>
    </fieldset>
  );
}
