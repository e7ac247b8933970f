import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';

import { untilWords } from '#contract/access.ts';
import {
  Appeal,
  appealSuspension,
  getSuspension,
  maxSuspensionWords,
  type Suspension,
} from '#contract/users-suspensions.ts';
import { accountKeys } from '#web/platform/account-query-keys.ts';
import { call } from '#web/platform/api.ts';
import { paths } from '#web/platform/paths.ts';
import { useCall, useSend, useSession } from '#web/platform/runtime.tsx';
import type { Send } from '#web/platform/send.ts';
import { useFormDraft } from '#web/platform/use-form-draft.ts';
import { useFormSubmit } from '#web/platform/use-form-submit.ts';
import { Button } from '#web/ui/button.tsx';
import { focusContentIfLost } from '#web/ui/focus-content.ts';
import { TextArea } from '#web/ui/inputs.tsx';
import { ErrorNotice, FormError } from '#web/ui/notices.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import { ownUserQuery } from './own-user-query.ts';

const ownSuspensionQuery = (send: Send) =>
  queryOptions({
    queryKey: accountKeys.suspension,
    queryFn: ({ signal }) => call(send, getSuspension, { signal }),
    // An admin may lift it at any time.
    staleTime: 0,
  });

/** Why and until when the person is suspended, what they can do meanwhile, and their appeal. */
export function OwnSuspension() {
  const { data, error, refetch, isFetching } = useQuery(ownSuspensionQuery(useSend()));
  if (error !== null)
    return <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (data === undefined) return <Spinner label="Loading" />;
  if (data === null) return <p>Your account is not suspended. You can buy and sell.</p>;
  return (
    <div className="grid max-w-form gap-6">
      <Panel title={`Your account is suspended ${untilWords(data.until)}`}>
        <p className="wrap-anywhere whitespace-pre-line">
          <span className="font-semibold">The reason:</span> {data.reason}
        </p>
      </Panel>
      <Panel title="What you can do meanwhile">
        <ul className="grid list-disc gap-2 pl-5">
          <li>
            Finish orders that are paid: hand over, confirm, cancel, report a problem.
            <OrderLinks />
          </li>
          <SellerTerms />
          <li>
            Take a copy of your data, on{' '}
            <SiteLink to={paths.profile} className={linkStyle}>
              your profile
            </SiteLink>
            .
          </li>
        </ul>
      </Panel>
      <Panel title="Your appeal">
        {data.appeal === null ? <AppealForm /> : <Appealed suspension={data} />}
      </Panel>
    </div>
  );
}

const linkStyle = 'text-action underline underline-offset-3';

function useIsSeller(): boolean {
  const email = useSession().identity?.email ?? '';
  const { data: user } = useQuery({ ...ownUserQuery(useSend(), email), enabled: email !== '' });
  return user?.userType === 'Seller';
}

/** Buyers have neither phones nor payouts. */
function SellerTerms() {
  if (!useIsSeller()) return null;
  return (
    <>
      <li>
        Your phones are hidden. They are for sale again when the suspension is over. One that somebody has
        booked can still be paid.
      </li>
      <li>Payouts wait until then. The money stays yours.</li>
    </>
  );
}

/** A person who has never sold anything has no page of sales. */
function OrderLinks() {
  const isSeller = useIsSeller();
  return (
    <span className="flex flex-wrap gap-x-6">
      <SiteLink to={paths.dashboard} className={`${linkStyle} py-2`}>
        Your orders
      </SiteLink>
      {isSeller && (
        <SiteLink to={paths.mySales} className={`${linkStyle} py-2`}>
          Your sales
        </SiteLink>
      )}
    </span>
  );
}

function Appealed({ suspension: { appeal, answer } }: { suspension: Suspension }) {
  return (
    <>
      <p className="wrap-anywhere whitespace-pre-line">{appeal}</p>
      {answer === null ? (
        <p className="text-quiet">An admin reads what you wrote. You get a mail with the answer.</p>
      ) : (
        <p className="wrap-anywhere whitespace-pre-line">
          <span className="font-semibold">Our answer:</span> {answer}
        </p>
      )}
    </>
  );
}

function AppealForm() {
  const makeCall = useCall();
  const queryClient = useQueryClient();
  const form = useForm({ resolver: standardSchemaResolver(Appeal) });
  const forget = useFormDraft('appeal', form);
  const { errors, isSubmitting } = form.formState;
  const { failure, submit } = useFormSubmit(form, { text: 'text' }, async (body) => {
    await makeCall(appealSuspension, { body });
    await forget();
    await queryClient.invalidateQueries({ queryKey: accountKeys.suspension });
    focusContentIfLost();
  });
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <TextArea
        label="Why the suspension is wrong"
        required
        hint={`You can appeal once. An admin reads it. At most ${maxSuspensionWords.toLocaleString('en-US')} characters.`}
        error={errors.text?.message}
        {...form.register('text')}
      />
      {failure !== undefined && <FormError>{failure}</FormError>}
      <Button type="submit" className="justify-self-start" isBusy={isSubmitting}>
        Send the appeal
      </Button>
    </form>
  );
}
