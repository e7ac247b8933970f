import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';

import type { Product } from '#contract/products.ts';
import { NewReport, maxProblemLength, reportProduct } from '#contract/reports.ts';
import type { Identity } from '#web/platform/access-token.ts';
import { isApiError } from '#web/platform/api-error.ts';
import { paths } from '#web/platform/paths.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { useToasts } from '#web/platform/toasts.tsx';
import { useFormDraft } from '#web/platform/use-form-draft.ts';
import { useFormSubmit } from '#web/platform/use-form-submit.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormFrame } from '#web/ui/form-frame.tsx';
import { TextArea } from '#web/ui/inputs.tsx';
import { removeLayer } from '#web/ui/use-close-on-back.ts';

const Entry = z.pick(NewReport, { problem: true });

export interface ReportDialogProps {
  readonly product: Product;
  readonly identity: Identity;
  readonly onClose: () => void;
}

/** Reports a listing to the admin. */
export function ReportDialog({ product, identity, onClose }: ReportDialogProps) {
  const call = useCall();
  const navigate = useNavigate();
  const toasts = useToasts();
  const form = useForm({
    resolver: standardSchemaResolver(Entry),
    defaultValues: { problem: '' },
  });
  const forget = useFormDraft(`report ${product._id}`, form);
  const { errors, isSubmitting } = form.formState;
  const { failure, submit } = useFormSubmit(form, { problem: 'problem' }, async ({ problem }) => {
    try {
      await call(reportProduct, { body: payloadOf(product, identity, problem) });
    } catch (error) {
      if (!isApiError(error, 409)) throw error;
      toasts.error(error.message);
      onClose();
      return;
    }
    void forget();
    toasts.success('Reported item Success full');
    await navigate(paths.home, { replace: removeLayer() });
    onClose();
  });
  return (
    <Dialog
      title={`Report ${product.model}`}
      intro="A person looks at every report. The seller does not learn who wrote it."
      onClose={onClose}
    >
      <FormFrame submitLabel="Send report" failure={failure} isBusy={isSubmitting} onSubmit={submit}>
        <TextArea
          label="Problem"
          required
          hint={`What is wrong with this listing? At most ${maxProblemLength.toLocaleString('en-US')} characters.`}
          error={errors.problem?.message}
          {...form.register('problem')}
        />
      </FormFrame>
    </Dialog>
  );
}

/** All fields of the specified payload. */
const payloadOf = (product: Product, identity: Identity, problem: string) => ({
  productId: product._id,
  image: product.image,
  model: product.model,
  time: product.time,
  sell: product.sell,
  problem,
  name: product.name,
  email: product.email,
  seller: product.seller,
  reportUser: identity.displayName,
  reportEmail: identity.email,
  userPhoto: identity.photoURL,
});
