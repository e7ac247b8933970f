import { verifiedStatus } from '#contract/users-status.ts';
import { type User, verifySeller } from '#contract/users.ts';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { useButtonWork } from '#web/platform/use-button-work.ts';
import { useToasts } from '#web/platform/toasts.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { rememberRow } from '#web/ui/focus-row.ts';
import { CheckIcon } from '#web/ui/icons.tsx';

/** The button Verify, which becomes Verified. */
export function SellerVerification({ seller }: { seller: User }) {
  const call = useCall();
  const refetchAfter = useRefetchAfter();
  const toasts = useToasts();
  const { isBusy, run } = useButtonWork();
  const verify = async (button: Element): Promise<void> => {
    if (!window.confirm('Are Want To Verify This Seller')) return;
    const focusRow = rememberRow(button);
    await run(async () => {
      const { modifiedCount } = await call(verifySeller, { params: { _id: seller._id } });
      if (modifiedCount > 0) toasts.success('Verify Admin Successful');
      await refetchAfter('seller-verified');
    });
    focusRow();
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
      onClick={({ currentTarget }) => void verify(currentTarget)}
      aria-label={`Verify ${seller.name}`}
    >
      Verify
    </Button>
  );
}
