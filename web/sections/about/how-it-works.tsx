import { useTermsOfDeals } from './terms-of-deals.ts';
import { useSiteConfig } from '#web/platform/site-config.ts';
import { holdWords } from '#web/bookings/hold.ts';

import type { Topic } from './topic.ts';

function HowItWorks() {
  const { timeFor } = useTermsOfDeals();
  const site = useSiteConfig();
  return (
    <>
      <h2>If you buy</h2>
      <ol>
        <li>
          <strong>Book.</strong> Choose a phone, press “Book Now”, and name a place to meet and a telephone
          number. {holdWords(site)}
        </li>
        <li>
          <strong>Pay by card.</strong> You pay the price and nothing else. The seller does not get the money
          yet: we hold it.
        </li>
        <li>
          <strong>Meet, or have it sent.</strong> From the payment on, both of you see each other’s name and
          telephone number. When you meet, look at the phone first: the order’s page has a list of what to
          check. Then give the seller your six-digit code.
        </li>
        <li>
          <strong>Try it out.</strong> You have {timeFor('trial')} to report a problem. After that, or when
          you press “Everything is fine”, the seller gets the money.
        </li>
      </ol>
      <Selling />
    </>
  );
}

function Selling() {
  const { timeFor, fee } = useTermsOfDeals();
  return (
    <>
      <h2>If you sell</h2>
      <ol>
        <li>
          <strong>List your phone.</strong> Photos, model, condition, price and your city. Listing costs
          nothing.
        </li>
        <li>
          <strong>Somebody books and pays.</strong> You get a mail at once, with the buyer’s name, telephone
          number and the place that they suggest.
        </li>
        <li>
          <strong>Hand it over.</strong> Let the buyer look at the phone, then enter their code on the order’s
          page. Hand the phone over only after the page says “Handed over”. A parcel needs a tracking number.
        </li>
        <li>
          <strong>Get your money.</strong> It is yours when the buyer says that everything is fine, or{' '}
          {timeFor('trial')} after the hand-over. The fee is {fee}, taken from the price.
        </li>
      </ol>
      <h2>If something goes wrong</h2>
      <ul>
        <li>
          <strong>The phone is never handed over.</strong> After {timeFor('handOver')} the order is cancelled
          and the buyer gets everything back, unless the seller objects.
        </li>
        <li>
          <strong>The phone is not as described.</strong> The buyer reports a problem and the money stays
          held. The seller has {timeFor('answer')} to answer. If the two do not agree, we look at both sides
          and decide.
        </li>
        <li>
          <strong>The phone goes back.</strong> The buyer sends it within {timeFor('returnSending')}, with a
          tracking number, and gets the money back when the seller has the phone.
        </li>
      </ul>
    </>
  );
}

export const howItWorks: Topic = {
  title: 'How it works',
  description: 'From the listing to the money: what buyers and sellers do, and what happens by itself.',
  lead: 'You buy a phone from the person who used it. We hold the money until the phone has changed hands.',
  Text: HowItWorks,
};
