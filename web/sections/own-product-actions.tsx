import { isEditable } from '#contract/products-edit.ts';
import type { Product } from '#contract/products.ts';
import { AdvertiseButton } from '#web/advertisements/advertise-button.tsx';
import { paths } from '#web/platform/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';

/** What its seller may do with a phone, beside deleting it. */
export function OwnProductActions({ product }: { product: Product }) {
  const { _id, model, state } = product;
  return (
    <>
      {isEditable(state) && (
        <LinkButton to={paths.editProduct(_id)} variant="quiet" aria-label={`Edit ${model}`}>
          Edit
        </LinkButton>
      )}
      <AdvertiseButton product={product} />
    </>
  );
}
