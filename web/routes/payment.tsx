import { pageMeta } from '#web/platform/page-meta.ts';

export const meta = () => pageMeta({ title: 'Payment' });

export default function PaymentPage() {
  return <h1>Payment</h1>;
}
