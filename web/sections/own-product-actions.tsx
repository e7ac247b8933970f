/** The seller's actions on a phone, except deleting it: the next step as a button, the others less prominent. */
import { listAgain } from '#contract/orders-actions.ts';
import { moveProduct, type OwnMove, relistProduct } from '#contract/products-edit.ts';
import type { Product } from '#contract/products.ts';
import { AdvertiseButton } from '#web/advertisements/advertise-button.tsx';
import { paths } from '#web/platform/paths.ts';
import { useCall } from '#web/platform/runtime.tsx';
import { useIsSuspended } from '#web/users/unless-suspended.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { MoreIcon } from '#web/ui/tool-icons.tsx';

import { ActionButton, useRowAction } from './row-action.tsx';

interface OwnProductProps {
  readonly product: Product;
}

/** A suspended person can only finish their orders. */
export function OwnProductActions({ product }: OwnProductProps) {
  if (useIsSuspended()) return <OrderOfPhone product={product} />;
  return (
    <>
      <NextStep product={product} />
      <AdvertiseButton product={product} />
      <MoreActions product={product} />
    </>
  );
}

/** The main action for the phone's state; none while a buyer decides. */
function NextStep({ product }: OwnProductProps) {
  const { _id, model, state, orderId, canListAgain } = product;
  const call = useCall();
  if (state === 'live') return <EditLink product={product} />;
  if (state === 'paused') return <MoveButton product={product} to="live" label="Resume" />;
  if (canListAgain === true) {
    const relist = () =>
      orderId === undefined
        ? call(relistProduct, { params: { _id } })
        : call(listAgain, { params: { _id: orderId }, body: {} });
    return (
      <ActionButton
        label="List again"
        name={model}
        success={`${model} is for sale again.`}
        onPress={relist}
      />
    );
  }
  return <OrderOfPhone product={product} />;
}

function OrderOfPhone({ product: { model, orderId } }: OwnProductProps) {
  if (orderId === undefined) return null;
  return (
    <LinkButton to={paths.order(orderId)} variant="quiet" aria-label={`Open the order of ${model}`}>
      Open the order
    </LinkButton>
  );
}

const EditLink = ({ product: { _id, model } }: OwnProductProps) => (
  <LinkButton to={paths.editProduct(_id)} variant="quiet" aria-label={`Edit ${model}`}>
    Edit
  </LinkButton>
);

const moved = {
  live: 'is for sale again.',
  paused: 'is paused: nobody finds it until you resume it.',
  sold_elsewhere: 'is marked as sold elsewhere.',
} as const satisfies Record<OwnMove, string>;

function MoveButton({
  product: { _id, model },
  to,
  label,
}: OwnProductProps & { to: OwnMove; label: string }) {
  const call = useCall();
  const move = () => call(moveProduct, { params: { _id }, body: { state: to } });
  return <ActionButton label={label} name={model} success={`${model} ${moved[to]}`} onPress={move} />;
}

/** Less frequent actions. */
function MoreActions({ product }: OwnProductProps) {
  const { _id, model, state } = product;
  const call = useCall();
  const { run } = useRowAction();
  if (state !== 'live' && state !== 'paused') return null;
  const move = (to: OwnMove): void =>
    void run(() => call(moveProduct, { params: { _id }, body: { state: to } }), `${model} ${moved[to]}`);
  const markSold = (): void => {
    const question = `Mark ${model} as sold elsewhere?\n\nBuyers no longer see it. You can list it again later.`;
    if (window.confirm(question)) move('sold_elsewhere');
  };
  return (
    <>
      {state === 'paused' && <EditLink product={product} />}
      <Menu label={`More for ${model}`} face={<MoreIcon />}>
        {state === 'live' && <MenuItem onChoose={() => move('paused')}>Pause</MenuItem>}
        <MenuItem onChoose={markSold}>Mark as sold elsewhere</MenuItem>
      </Menu>
    </>
  );
}
