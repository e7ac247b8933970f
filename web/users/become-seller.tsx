import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { becomeSeller } from '#contract/users.ts';
import { messageOf } from '#web/platform/api-error.ts';
import { paths } from '#web/platform/paths.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { useCall, useSend } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { Button, type ButtonProps, LinkButton } from '#web/ui/button.tsx';

import { ownUserQuery } from './own-user-query.ts';

export interface BecomeSellerProps extends Pick<ButtonProps, 'variant'> {
  readonly email: string;
}

/** Offers a buyer with a complete sign-up to sell as well; renders nothing for anybody else. */
export function BecomeSeller({ email, variant }: BecomeSellerProps) {
  const { data: user } = useQuery(ownUserQuery(useSend(), email));
  const isBuyer = user?.isRegistered === true && user.userType === 'Buyer' && user.role !== 'admin';
  if (!isBuyer) return null;
  return user.isSuspended ? <SuspendedBuyer /> : <Offer email={email} variant={variant} />;
}

/** Offers to finish an incomplete sign-up, and to go on from there to the page that sent the person to the login. */
export function UnfinishedSignUp({ email }: { email: string }) {
  const state: unknown = useLocation().state;
  const { data: user } = useQuery(ownUserQuery(useSend(), email));
  if (user?.isRegistered !== false) return null;
  return (
    <div className="grid gap-3 rounded-card bg-wait-soft p-4">
      <p>Your sign up is not finished: you have not chosen what kind of account this is.</p>
      <LinkButton to={paths.signup} state={state} variant="quiet" className="justify-self-start">
        Finish sign up
      </LinkButton>
    </div>
  );
}

const SuspendedBuyer = () => (
  <p className="border-t border-line pt-6">
    Your account is suspended: you cannot become a seller until that is over.{' '}
    <SiteLink to={paths.suspension} className="text-action underline underline-offset-3">
      Why, and how to appeal
    </SiteLink>
  </p>
);

/** The person's orders are not affected. */
function Offer({ email, variant = 'quiet' }: BecomeSellerProps) {
  const call = useCall();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const [isBusy, setBusy] = useState(false);
  const become = async (): Promise<void> => {
    setBusy(true);
    try {
      await call(becomeSeller);
      queryClient.setQueryData(accountKeys.users.seller(email), true);
      void queryClient.invalidateQueries({ queryKey: queryKeys.ownUser.all });
      toasts.success('You are a seller now');
      void navigate(paths.addProduct);
    } catch (error) {
      toasts.error(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <section aria-labelledby="sell-heading" className="grid gap-4 border-t border-line pt-6">
      <h2 id="sell-heading" className="text-title">
        Sell phones
      </h2>
      <p>
        As a seller you can list phones. You can still buy, and your orders stay where they are. A seller’s
        account cannot become a buyer’s again.
      </p>
      <Button variant={variant} className="justify-self-start" isBusy={isBusy} onClick={() => void become()}>
        Become a seller
      </Button>
    </section>
  );
}
