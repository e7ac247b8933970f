import { useInfiniteQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';

import { type Product, removeProduct } from '#contract/products.ts';
import { verifiedStatus } from '#contract/users-status.ts';
import { paths } from '#web/platform/paths.ts';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { useCall, useSend } from '#web/platform/runtime.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { DeleteButton } from '#web/ui/delete-button.tsx';
import { PagedTable } from '#web/ui/paged-table.tsx';
import { Price } from '#web/ui/price.tsx';
import { TablePerson } from '#web/users/table-person.tsx';

import { Day } from './day.tsx';
import { heldUntilWords } from './held-words.ts';
import { TablePhone } from './table-phone.tsx';
import { productTableQuery } from './product-table-query.ts';
import { ProductStateBadges } from './product-state-badges.tsx';
import { yearsOfUse } from './years-of-use.ts';

export interface ProductTableProps {
  readonly caption: string;
  /** Whose phones; left out, everybody's with their sellers. */
  readonly sellerEmail?: string;
  readonly empty: ReactNode;
  /** What else may be done with a phone, beside deleting it. */
  readonly Actions?: ProductActions;
}

type ProductActions = ComponentType<{ product: Product }>;

/** Phones with their states, for those who own or moderate them. */
export function ProductTable({ caption, sellerEmail, empty, Actions }: ProductTableProps) {
  const list = useInfiniteQuery(productTableQuery(useSend(), sellerEmail));
  const facts = sellerEmail === undefined ? [phone, price, seller, state] : [phone, price, state];
  return (
    <PagedTable
      caption={caption}
      list={list}
      columns={[...facts, actionColumn(Actions)]}
      rowKey={({ _id }) => _id}
      empty={empty}
    />
  );
}

const actionColumn = (Actions?: ProductActions): Column<Product> => ({
  header: 'Action',
  align: 'end',
  cell: (product) => (
    <span className="flex flex-wrap gap-2 tablet:justify-end wide:flex-nowrap">
      {Actions !== undefined && <Actions product={product} />}
      <DeleteProduct product={product} />
    </span>
  ),
});

const phone: Column<Product> = {
  header: 'Phone',
  isName: true,
  cell: ({ _id, model, image, picture, condition, useYear, location }) => (
    <TablePhone
      to={paths.product(_id)}
      model={model}
      image={image}
      picture={picture}
      note={`${condition} · ${yearsOfUse(useYear)} · ${location}`}
    />
  ),
};

const price: Column<Product> = {
  header: 'Price',
  cell: ({ buy, sell }) => <Price sell={sell} buy={buy} size="row" />,
};

const seller: Column<Product> = {
  header: 'Seller',
  cell: (product) => (
    <TablePerson
      name={product.name}
      photo={product.seller}
      email={product.email}
      isVerified={product.status === verifiedStatus}
    />
  ),
};

const state: Column<Product> = {
  header: 'State',
  cell: (product) => (
    <span className="flex flex-col gap-1">
      <ProductStateBadges product={product} />
      <span className="text-small text-quiet">
        <StateTime product={product} />
      </span>
    </span>
  ),
};

/** Since when it is in its state; a phone for sale, since when it is listed. */
function StateTime({ product }: { product: Product }) {
  const { since, time, heldUntil } = product;
  if (heldUntil !== undefined) return `Until ${heldUntilWords(heldUntil)}`;
  if (product.state === 'live' || since === undefined)
    return (
      <>
        Listed <Day time={time} />
      </>
    );
  return (
    <>
      Since <Day time={since} />
    </>
  );
}

function DeleteProduct({ product }: { product: Product }) {
  const call = useCall();
  const refetchAfter = useRefetchAfter();
  if (product.state === 'removed') return null;
  return (
    <DeleteButton
      name={product.model}
      question={deleteQuestion(product)}
      onDelete={() => call(removeProduct, { params: { _id: product._id } })}
      refresh={() => refetchAfter('product-removed')}
    />
  );
}

/** The spec's words; where a buyer holds the phone, also what happens to them. */
function deleteQuestion({ heldUntil }: Product): string {
  const question = 'Are you Confirm Delete This Product';
  if (heldUntil === undefined) return question;
  return `${question}\n\nA buyer holds this phone until ${heldUntilWords(heldUntil)} and may be paying right now. Their booking ends, they are not charged, and buyer and seller both get a mail.`;
}
