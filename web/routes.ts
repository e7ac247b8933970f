import { type RouteConfig, index, layout, route } from '@react-router/dev/routes';

export default [
  layout('routes/public-layout.tsx', [
    index('routes/home.tsx'),
    route('home', 'routes/home.tsx', { id: 'home-by-name' }),
    route('category/:_id', 'routes/category.tsx'),
    route('product/:_id', 'routes/product.tsx'),
    route('search', 'routes/search.tsx'),
    route('blog', 'routes/blog.tsx'),
    route('login', 'routes/login.tsx'),
    route('signup', 'routes/signup.tsx'),
    route('forgot-password', 'routes/forgot-password.tsx'),
    route('reset-password', 'routes/reset-password.tsx'),
    route('confirm-email', 'routes/confirm-email.tsx'),
    route('secure-account', 'routes/secure-account.tsx'),
    route('undo-address-change', 'routes/undo-address-change.tsx'),
    route('*', 'routes/not-found.tsx'),
  ]),
  route('dashboard', 'routes/dashboard.tsx', [
    index('routes/my-orders.tsx'),
    route('orders', 'routes/my-orders.tsx', { id: 'orders-by-name' }),
    route('addProduct', 'routes/add-product.tsx'),
    route('user/products', 'routes/my-products.tsx'),
    route('user', 'routes/all-buyers.tsx'),
    route('user/seller', 'routes/all-sellers.tsx'),
    route('products', 'routes/all-products.tsx'),
    route('reportedItem', 'routes/reported-items.tsx'),
    route('attention', 'routes/needs-attention.tsx'),
    route('payment/:_id', 'routes/payment.tsx'),
    route('profile', 'routes/profile.tsx'),
  ]),
  route('auth/popup-done', 'routes/popup-done.tsx'),
] satisfies RouteConfig;
