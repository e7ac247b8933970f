/** The page on which a seller changes a phone that they have listed. */
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';

import { getOwnListing, isEditable, type OwnListing } from '#contract/products-edit.ts';
import { maxPhotos } from '#contract/products.ts';
import { usePhotoList } from '#web/media/photo-list.ts';
import noPhones from '#web/pictures/no-phones.svg';
import type { Identity } from '#web/platform/access-token.ts';
import { isApiError } from '#web/platform/api-error.ts';
import { call } from '#web/platform/api.ts';
import { paths } from '#web/platform/paths.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { useSend } from '#web/platform/runtime.tsx';
import type { Send } from '#web/platform/send.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { focusContentIfLost } from '#web/ui/focus-content.ts';
import { EmptyState, ErrorNotice, FormError } from '#web/ui/notices.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import { ProductEntry, entryOf } from './add-product-entry.ts';
import { useEditSubmit } from './edit-product-submit.ts';
import { DraftNotice } from './draft-notice.tsx';
import { FormStatus } from './form-status.tsx';
import { heldWords } from './held-words.ts';
import { useChosenDevice } from './model-field.tsx';
import { CardPreview } from './card-preview.tsx';
import { ProductSteps } from './product-steps.tsx';
import { useSendPhonePhoto } from './send-phone-photo.ts';
import { StepList } from './step-list.tsx';
import { photosOf, useEditDraft } from './use-edit-draft.ts';

/** Read again for each visit: an old version could not be saved. */
const listingQuery = (send: Send, _id: string, visit: number) =>
  queryOptions({
    queryKey: queryKeys.products.listing(_id, visit),
    queryFn: ({ signal }) => call(send, getOwnListing, { params: { _id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

interface EditProductProps {
  readonly _id: string;
  readonly identity: Identity | undefined;
}

export function EditProduct({ _id, identity }: EditProductProps) {
  // What is typed stays, whatever is read again meanwhile; only "Start again" resets the form.
  const [visit, setVisit] = useState(0);
  const { data, error, refetch, isFetching } = useQuery(listingQuery(useSend(), _id, visit));
  if (data === undefined) {
    if (error === null) return <Spinner label="Loading the phone" />;
    if (isApiError(error, 'request.forbidden') || isApiError(error, 404)) return <NoSuchPhone />;
    return <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  const { state } = data;
  if (state !== 'reserved' && !isEditable(state)) return <NotEditable />;
  const startAgain = (): void => {
    setVisit(visit + 1);
    // The pressed button goes, and with it the focus.
    focusContentIfLost();
  };
  return <EditForm key={visit} listing={data} identity={identity} onStartAgain={startAgain} />;
}

const NoSuchPhone = () => (
  <EmptyState
    title="No such phone"
    picture={noPhones}
    action={<LinkButton to={paths.myProducts}>Go to My Products</LinkButton>}
  >
    It was deleted, its address is wrong, or you are signed in as somebody else: only its seller can change
    it.
  </EmptyState>
);

const NotEditable = () => (
  <EmptyState
    title="This phone cannot be changed any more"
    picture={noPhones}
    action={<LinkButton to={paths.myProducts}>Go to My Products</LinkButton>}
  >
    It was sold or removed.
  </EmptyState>
);

const question = 'Show the phone as it is saved? Your changes are deleted.';

interface EditFormProps {
  readonly listing: OwnListing;
  readonly identity: Identity | undefined;
  readonly onStartAgain: () => void;
}

function EditForm({ listing, identity, onStartAgain }: EditFormProps) {
  // The listing when the form was opened: if the phone changes meanwhile, the typed values must not.
  const [opened] = useState(listing);
  const form = useForm({ resolver: standardSchemaResolver(ProductEntry), defaultValues: entryOf(opened) });
  const { control, handleSubmit, formState } = form;
  const chosen = useChosenDevice({ control });
  const list = usePhotoList(maxPhotos, useSendPhonePhoto(), photosOf(opened));
  const draft = useEditDraft({ person: identity?.uid ?? '', listing: opened, form, list });
  const { submit, refusal, saveAnyway } = useEditSubmit({ listing: opened, chosen, list, form, draft });
  const startAgain = (): void => {
    if (window.confirm(question)) void draft.finish().then(onStartAgain);
  };
  const answer = useFocusAfterRefusal(refusal);
  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit((entry) => submit(entry))(event)}
      className="grid gap-8 desk:grid-cols-[minmax(0,1fr)_18rem] desk:gap-x-12"
    >
      <div className="grid gap-4 desk:col-span-2">
        <HeldNote heldUntil={listing.heldUntil} />
        <DraftNotice isRestored={draft.isRestored} onStartOver={startAgain}>
          Your changes are here again. They are not saved yet.
        </DraftNotice>
        <StepList control={control} photos={list.photos} />
      </div>
      <ProductSteps form={form} list={list} identity={identity} {...chosen} />
      <CardPreview form={form} list={list} identity={identity} />
      <div ref={answer} className="grid gap-4 tablet:justify-start">
        {refusal !== undefined && <FormError>{refusal}</FormError>}
        <div className="flex flex-wrap gap-3">
          {saveAnyway === undefined ? (
            <Button type="submit" isBusy={formState.isSubmitting}>
              Save changes
            </Button>
          ) : (
            <ChangedMeanwhile
              onSave={() => void handleSubmit(saveAnyway)()}
              isBusy={formState.isSubmitting}
              onStartAgain={startAgain}
            />
          )}
          <LinkButton to={paths.myProducts} variant="quiet">
            Cancel
          </LinkButton>
        </div>
        <FormStatus control={control} list={list} />
      </div>
    </form>
  );
}

/** A refusal may replace the button that was pressed: then the element with this `ref` gets the focus. */
function useFocusAfterRefusal(refusal: string | undefined) {
  const answer = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusal !== undefined) focusContentIfLost(answer.current);
  }, [refusal]);
  return answer;
}

interface ChangedMeanwhileProps {
  readonly onSave: () => void;
  readonly isBusy: boolean;
  readonly onStartAgain: () => void;
}

/** Shown if somebody has saved the phone since the form was opened. */
const ChangedMeanwhile = ({ onSave, isBusy, onStartAgain }: ChangedMeanwhileProps) => (
  <>
    <Button onClick={onSave} isBusy={isBusy}>
      Save mine instead
    </Button>
    <Button variant="quiet" onClick={onStartAgain}>
      Show what was saved
    </Button>
  </>
);

/** A buyer may book the phone while it is edited, so the region is there before its text. */
const HeldNote = ({ heldUntil }: { heldUntil: string | undefined }) => (
  <div role="status" className="empty:absolute">
    {heldUntil !== undefined && <p className="rounded-card bg-wait-soft px-4 py-3">{heldWords(heldUntil)}</p>}
  </div>
);
