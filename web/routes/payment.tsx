import { useParams } from 'react-router';

import { DashboardPage } from '#web/layout/dashboard-page.tsx';
import { useSiteConfig } from '#web/platform/site-config.ts';
import { PaymentOfBooking } from '#web/payments/payment-of-booking.tsx';
import { pageMeta } from '#web/platform/page-meta.ts';
import { useSession } from '#web/platform/runtime.tsx';
import { FormError } from '#web/ui/notices.tsx';

export const meta = () => pageMeta({ title: 'Payment', isPrivate: true });

export default function PaymentPage() {
  const { _id = '' } = useParams();
  const { identity } = useSession();
  const site = useSiteConfig();
  if (identity === undefined) return null;
  return (
    <DashboardPage title="Payment">
      {site === undefined ? (
        <FormError>
          The card form could not be loaded. You have not been charged. Please load the page again.
        </FormError>
      ) : (
        <PaymentOfBooking
          key={_id}
          bookingId={_id}
          identity={identity}
          processor={{ scriptUrl: site.stripeScriptUrl, publishableKey: site.stripePublishableKey }}
          isDemo={site.mode === 'demo'}
        />
      )}
    </DashboardPage>
  );
}
