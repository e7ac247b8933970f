import { useInfiniteQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';

import { type ProductFilterName, type ProductOrder, countProducts } from '#contract/products-table.ts';
import { type Product, removeProduct, listProducts } from '#contract/products.ts';
import { verifiedStatus } from '#contract/users-status.ts';
import noPhones from '#web/pictures/no-phones.svg';
import { call, callPage } from '#web/platform/api.ts';
import { pagedQuery } from '#web/platform/paged-query.ts';
import { paths } from '#web/platform/paths.ts';
import { queryKeys } from '#web/platform/query-keys.ts';
import { useRefetchAfter } from '#web/platform/refetch-after.ts';
import { useCall, useSend } from '#web/platform/runtime.tsx';
import type { Send } from '#web/platform/send.ts';
import { type TableCalls, type TableChoices, useTable } from '#web/platform/table-view.ts';
import { UrlTable } from '#web/ui/url-table.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { DeleteButton } from '#web/ui/delete-button.tsx';
import { EmptyState } from '#web/ui/notices.tsx';
import { PagedTable } from '#web/ui/paged-table.tsx';
import { Price } from '#web/ui/price.tsx';
import { TablePerson } from '#web/users/table-person.tsx';
import { useIsSuspended } from '#web/users/unless-suspended.tsx';

import { Day } from './day.tsx';
import { heldUntilWords } from './held-words.ts';
import { TablePhone } from './table-phone.tsx';
import { ProductStateBadges } from './product-state-badges.tsx';
import { yearsOfUse } from './years-of-use.ts';

type ProductActions = ComponentType<{ product: Product }>;

const choices: TableChoices<ProductFilterName, ProductOrder> = {
  shows: [
    ['live', 'For sale'],
    ['reserved', 'Reserved'],
    ['paused', 'Paused'],
    ['sold', 'Sold'],
    ['sold_elsewhere', 'Sold elsewhere'],
    ['withdrawn', 'Withdrawn'],
    ['hidden', 'Hidden'],
  ],
  sorts: [
    ['newest', 'Newest first'],
    ['oldest', 'Oldest first'],
    ['price-up', 'Price: low to high'],
    ['price-down', 'Price: high to low'],
  ],
};

export interface ProductTableProps {
  readonly caption: string;
  /** The seller; if left out, everybody's phones with their sellers. */
  readonly sellerEmail?: string;
  readonly empty: ReactNode;
  /** Other actions on a phone, beside deleting it. */
  readonly Actions?: ProductActions;
}

/** Phones with their states, for their owners or for moderators. The URL has the search, filters and order. */
export function ProductTable({ caption, sellerEmail, empty, Actions }: ProductTableProps) {
  const table = useTable(choices, productCalls(useSend(), sellerEmail));
  const isEverybodys = sellerEmail === undefined;
  const facts = isEverybodys ? [anybodysPhone, price, seller, state] : [ownPhone, price, state];
  return (
    <UrlTable
      {...table}
      {...{ caption, empty }}
      searchLabel={isEverybodys ? 'Model, or the seller’s e-mail address' : 'Model'}
      searchHint={isEverybodys ? adminHint : undefined}
      columns={[...facts, actionColumn(Actions)]}
      rowKey={({ _id }) => _id}
    />
  );
}

const adminHint = 'Try fewer words of the model, or the whole e-mail address of the seller.';

/** All phones of a person, newest first, as part of another page. */
export function PhonesOfPerson({ name, email }: { name: string; email: string }) {
  return (
    <PagedTable
      caption={`Phones of ${name}`}
      list={useInfiniteQuery(productTableQuery(useSend(), email))}
      columns={[anybodysPhone, price, state, actionColumn()]}
      rowKey={({ _id }) => _id}
      empty={<EmptyState title="No phones" picture={noPhones} />}
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

/** @param pageOfHidden used instead of the phone's own page, which does not exist while its seller is suspended */
const phoneColumn = (pageOfHidden: (product: Product) => string): Column<Product> => ({
  header: 'Phone',
  isName: true,
  cell: (product) => (
    <TablePhone
      to={product.state === 'hidden' ? pageOfHidden(product) : paths.product(product._id)}
      model={product.model}
      image={product.image}
      picture={product.picture}
      note={`${product.condition} · ${yearsOfUse(product.useYear)} · ${product.location}`}
    />
  ),
});

const ownPhone = phoneColumn(() => paths.suspension);
const anybodysPhone = phoneColumn(({ sellerId }) => paths.person(sellerId));

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

/** Since when it is in its state; for a phone for sale, since when it is listed. */
function StateTime({ product }: { product: Product }) {
  const { since, time, heldUntil } = product;
  if (heldUntil !== undefined) return `Until ${heldUntilWords(heldUntil)}`;
  if (since === undefined)
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
  const makeCall = useCall();
  const refetchAfter = useRefetchAfter();
  const isSuspended = useIsSuspended();
  if (isSuspended || product.state === 'removed') return null;
  return (
    <DeleteButton
      name={product.model}
      question={deleteQuestion(product)}
      onDelete={() => makeCall(removeProduct, { params: { _id: product._id } })}
      refresh={() => refetchAfter('product-removed')}
    />
  );
}

/** The spec's words; for a phone on hold, also what happens to its buyer. */
function deleteQuestion({ heldUntil }: Product): string {
  const question = 'Are you Confirm Delete This Product';
  if (heldUntil === undefined) return question;
  return `${question}\n\nA buyer holds this phone until ${heldUntilWords(heldUntil)} and may be paying right now. Their booking ends, they are not charged, and buyer and seller both get a mail.`;
}

/** A seller's phones in every state, page by page; newest first. */
const productTableQuery = (send: Send, email: string) =>
  pagedQuery(queryKeys.products.table({ email }), (cursor, signal) =>
    callPage(send, listProducts, { query: { email, cursor }, signal }),
  );

/** The calls of a seller's own phones, or of everybody's for the admin. */
const productCalls = (
  send: Send,
  email: string | undefined,
): TableCalls<Product, ProductFilterName, ProductOrder> => ({
  keyOf: (part) => queryKeys.products.table({ email, ...part }),
  list: (page, signal) => callPage(send, listProducts, { query: { email, ...page }, signal }),
  count: (search, signal) => call(send, countProducts, { query: { email, ...search }, signal }),
});
