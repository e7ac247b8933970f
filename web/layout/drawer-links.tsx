import type { ReactNode } from 'react';

import { paths } from '#web/platform/paths.ts';
import { AlertIcon } from '#web/ui/icons.tsx';
import { BanknoteIcon, CoinsIcon, PhoneIcon, ReceiptIcon, ScalesIcon } from '#web/ui/drawer-icons.tsx';
import { BagIcon, FlagIcon, PeopleIcon, PersonIcon, PlusIcon, TagIcon } from '#web/ui/tool-icons.tsx';

import type { Roles } from './roles.ts';

export interface DrawerLink {
  readonly to: string;
  /** Another address of the same page. */
  readonly alias?: string;
  readonly label: string;
  readonly icon: ReactNode;
}

/**
 * The drawer's links for a person. Their own profile comes last, once the links above it are known.
 */
export function drawerLinks({ isSeller, isAdmin, isAwaited }: Omit<Roles, 'failure'>): DrawerLink[] {
  return [
    { to: paths.dashboard, alias: paths.orders, label: 'My Orders', icon: <BagIcon /> },
    ...(isSeller ? sellerLinks : []),
    ...(isAdmin ? adminLinks : []),
    ...(isAdmin ? runningLinks : []),
    ...(isAwaited ? [] : [{ to: paths.profile, label: 'Profile', icon: <PersonIcon /> }]),
  ];
}

const sellerLinks: readonly DrawerLink[] = [
  { to: paths.addProduct, label: 'Add Product', icon: <PlusIcon /> },
  { to: paths.myProducts, label: 'My Products', icon: <PhoneIcon /> },
  { to: paths.mySales, label: 'My Sales', icon: <TagIcon /> },
  { to: paths.payouts, label: 'Payouts', icon: <BanknoteIcon /> },
];

/** Pages that an operator checks daily, in addition to the spec's links. */
const runningLinks: readonly DrawerLink[] = [
  { to: paths.money, label: 'Money', icon: <CoinsIcon /> },
  { to: paths.needsAttention, label: 'Needs attention', icon: <AlertIcon /> },
];

const adminLinks: readonly DrawerLink[] = [
  { to: paths.allProducts, label: 'All Products', icon: <PhoneIcon /> },
  { to: paths.allSellers, label: 'All Seller', icon: <TagIcon /> },
  { to: paths.allBuyers, label: 'All Buyer', icon: <PeopleIcon /> },
  { to: paths.reportedItems, label: 'Reported Item', icon: <FlagIcon /> },
  { to: paths.allOrders, label: 'All Orders', icon: <ReceiptIcon /> },
  { to: paths.paySellers, label: 'Pay Sellers', icon: <BanknoteIcon /> },
  { to: paths.disputes, label: 'Disputes', icon: <ScalesIcon /> },
];
