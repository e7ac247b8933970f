import { aboutPath } from '#contract/about.ts';
import { pagePaths } from '#contract/pages.ts';

const withId = (path: string, _id: string): string => path.replace(':_id', () => encodeURIComponent(_id));

/** All paths of the product's pages; links are built only here. */
export const paths = {
  ...pagePaths,
  category: (_id: string) => withId(pagePaths.category, _id),
  product: (_id: string) => withId(pagePaths.product, _id),
  publicPerson: (_id: string) => withId(pagePaths.publicPerson, _id),
  searchFor: (q: string) => (q.trim() === '' ? '/search' : `/search?${new URLSearchParams({ q: q.trim() })}`),
  about: aboutPath,
  popupDone: '/auth/popup-done',
  dashboard: '/dashboard',
  orders: '/dashboard/orders',
  addProduct: '/dashboard/addProduct',
  myProducts: '/dashboard/user/products',
  editProduct: (_id: string) => `/dashboard/edit-product/${encodeURIComponent(_id)}`,
  allBuyers: '/dashboard/user',
  allSellers: '/dashboard/user/seller',
  allProducts: '/dashboard/products',
  reportedItems: '/dashboard/reportedItem',
  report: (_id: string) => `/dashboard/reportedItem/${encodeURIComponent(_id)}`,
  needsAttention: '/dashboard/attention',
  money: '/dashboard/money',
  mySales: '/dashboard/my-sales',
  payouts: '/dashboard/payouts',
  paySellers: '/dashboard/pay-sellers',
  allOrders: '/dashboard/all-orders',
  disputes: '/dashboard/disputes',
  dispute: (_id: string) => `/dashboard/disputes?order=${encodeURIComponent(_id)}`,
  order: (_id: string) => `/dashboard/order/${encodeURIComponent(_id)}`,
  receipt: (orderId: string) => `/dashboard/order/${encodeURIComponent(orderId)}/receipt`,
  payment: (_id: string) => `/dashboard/payment/${encodeURIComponent(_id)}`,
  person: (_id: string) => `/dashboard/person/${encodeURIComponent(_id)}`,
  suspension: '/dashboard/suspension',
  profile: '/dashboard/profile',
  notifications: '/dashboard/notifications',
} as const;
