import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';

import { type UserType, userTypes } from '#contract/users.ts';
import { wantsToSell } from '#web/platform/return-from-login.ts';
import { Choice, ChoiceGroup } from '#web/ui/inputs.tsx';

/**
 * Buyer or Seller; the first is the default, except for somebody who came to list a phone.
 *
 * @param props.onChoose called at first, too: somebody may have chosen before the page was hydrated. The library of the
 *   forms would clear such a choice.
 */
export function AccountTypeField({ onChoose }: { onChoose: (userType: UserType) => void }) {
  const choices = useRef<HTMLDivElement>(null);
  const likely: UserType = wantsToSell(useLocation()) ? 'Seller' : userTypes[0];
  const reportChoice = useEffectEvent(() => {
    const chosen = choices.current?.querySelector<HTMLInputElement>(':checked')?.value;
    onChoose(userTypes.find((kind) => kind === chosen) ?? userTypes[0]);
  });
  useEffect(() => reportChoice(), []);
  return (
    <ChoiceGroup label="Account type" hint="Sellers list phones. Both can book and pay.">
      <div ref={choices} className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-2">
        {userTypes.map((kind) => (
          <Choice
            key={kind}
            name="userType"
            value={kind}
            defaultChecked={kind === likely}
            onChange={() => onChoose(kind)}
          >
            {kind}
          </Choice>
        ))}
      </div>
    </ChoiceGroup>
  );
}
