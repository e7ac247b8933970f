import type { PersonRecord } from '#contract/people.ts';
import { verifiedStatus } from '#contract/users-status.ts';
import { type User, unverifySeller } from '#contract/users.ts';
import { EndSessionsButton } from '#web/auth/end-sessions-button.tsx';
import { RemoveFactorsButton } from '#web/auth/remove-factors-button.tsx';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { useCall, useSession } from '#web/platform/runtime.tsx';
import { ConfirmButton } from '#web/ui/confirm-button.tsx';
import { DeleteUser } from '#web/users/delete-user.tsx';
import { SellerVerification } from '#web/users/seller-verification.tsx';

import { SuspendButton } from './suspend-button.tsx';

/** The actions of an admin on a person; fewer if that person is an admin, too, and fewer still on themselves. */
export function PersonActions({ record: { person } }: { record: PersonRecord }) {
  const isSelf = useSession().identity?.uid === person._id;
  const isSeller = person.userType === 'Seller' && person.role !== 'admin';
  return (
    <div className="flex flex-wrap gap-3">
      {isSeller && person.status !== verifiedStatus && <SellerVerification seller={person} />}
      {isSeller && person.status === verifiedStatus && <Unverify seller={person} />}
      {!person.isSuspended && !isSelf && <SuspendButton person={person} />}
      <EndSessionsButton person={person} />
      <RemoveFactorsButton person={person} />
      {person.role !== 'admin' && <DeleteUser user={person} />}
    </div>
  );
}

function Unverify({ seller }: { seller: User }) {
  const call = useCall();
  const refetchAfter = useRefetchAfter();
  return (
    <ConfirmButton
      label="Take verification back"
      name={`of ${seller.name}`}
      question={`Take the verification of ${seller.name} back? Their phones lose the mark.`}
      success="Verification taken back"
      onConfirm={async () => (await call(unverifySeller, { params: { _id: seller._id } })).modifiedCount}
      refresh={() => refetchAfter('seller-verified')}
    />
  );
}
