import { type RouteConfig, index, layout, route } from '@react-router/dev/routes';

import { listPublicPages } from '#contract/pages.ts';

/** A page of the table in contract/pages.ts. A module that is listed there twice needs explicit ids. */
const publicRoutes = listPublicPages().map(({ name, path, module }) =>
  path === '/' ? index(`routes/${module}.tsx`) : route(path.slice(1), `routes/${module}.tsx`, { id: name }),
);

export default [
  layout('routes/public-layout.tsx', [...publicRoutes, route('*', 'routes/not-found.tsx')]),
  route('dashboard', 'routes/dashboard.tsx', [
    index('routes/my-orders.tsx'),
    route('orders', 'routes/my-orders.tsx', { id: 'orders-by-name' }),
    route('addProduct', 'routes/add-product.tsx'),
    route('edit-product/:_id', 'routes/edit-product.tsx'),
    route('user/products', 'routes/my-products.tsx'),
    route('user', 'routes/all-buyers.tsx'),
    route('user/seller', 'routes/all-sellers.tsx'),
    route('products', 'routes/all-products.tsx'),
    route('reportedItem', 'routes/reported-items.tsx'),
    route('reportedItem/:_id', 'routes/report.tsx'),
    route('attention', 'routes/needs-attention.tsx'),
    route('money', 'routes/money.tsx'),
    route('my-sales', 'routes/my-sales.tsx'),
    route('payouts', 'routes/payouts.tsx'),
    route('pay-sellers', 'routes/pay-sellers.tsx'),
    route('all-orders', 'routes/all-orders.tsx'),
    route('disputes', 'routes/disputes.tsx'),
    route('order/:_id', 'routes/order.tsx'),
    route('order/:_id/receipt', 'routes/receipt.tsx'),
    route('payment/:_id', 'routes/payment.tsx'),
    route('person/:_id', 'routes/person.tsx'),
    route('suspension', 'routes/suspension.tsx'),
    route('profile', 'routes/profile.tsx'),
    route('notifications', 'routes/notifications.tsx'),
  ]),
  route('auth/popup-done', 'routes/popup-done.tsx'),
] satisfies RouteConfig;
