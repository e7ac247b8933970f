import type { Booking } from '#contract/bookings.ts';
import { TimeLeft } from '#web/bookings/time-left.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Price } from '#web/ui/price.tsx';

/** What is being paid for. */
export function PaymentSummary({ booking }: { booking: Booking }) {
  const { model, image, picture, sell, seller, userLocation } = booking;
  return (
    <section aria-label="Your order" className="grid grid-cols-[6rem_minmax(0,1fr)] gap-4 desk:grid-cols-1">
      <Picture
        src={image}
        alt={model}
        width={picture?.width}
        height={picture?.height}
        srcset={picture?.srcset}
        avif={picture?.avif}
        preview={picture?.preview}
        sizes="(width < 64rem) 6rem, 14rem"
        isFirst
        className="aspect-4/5 rounded-card"
      />
      <div className="grid content-start gap-2">
        <h2 className="text-title wrap-anywhere">{model}</h2>
        <Price sell={sell} size="page" />
        <p className="text-quiet wrap-anywhere">From {seller}</p>
        <p className="text-quiet wrap-anywhere">Meet at {userLocation}</p>
        <TimeLeft booking={booking} />
      </div>
    </section>
  );
}
