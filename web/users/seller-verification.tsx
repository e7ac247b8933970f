import { useState } from 'react';

import { verifiedStatus } from '#contract/users-status.ts';
import { type User, verifySeller } from '#contract/users.ts';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { messageOf } from '#web/platform/api-error.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { focusContentIfLost } from '#web/ui/focus-content.ts';
import { CheckIcon } from '#web/ui/icons.tsx';

/** The button Verify, which becomes Verified. */
export function SellerVerification({ seller }: { seller: User }) {
  const call = useCall();
  const refetchAfter = useRefetchAfter();
  const toasts = useToasts();
  const [isBusy, setBusy] = useState(false);
  const verify = async (): Promise<void> => {
    if (!window.confirm('Are Want To Verify This Seller')) return;
    setBusy(true);
    try {
      const { modifiedCount } = await call(verifySeller, { params: { _id: seller._id } });
      if (modifiedCount > 0) toasts.success('Verify Admin Successful');
      await refetchAfter('seller-verified');
    } catch (error) {
      toasts.error(messageOf(error));
    }
    setBusy(false);
    focusContentIfLost();
  };
  if (seller.status === verifiedStatus) {
    return (
      <Badge tone="good" icon={<CheckIcon className="size-4" />}>
        Verified
      </Badge>
    );
  }
  return (
    <Button
      variant="quiet"
      isBusy={isBusy}
      onClick={() => void verify()}
      aria-label={`Verify ${seller.name}`}
    >
      Verify
    </Button>
  );
}
