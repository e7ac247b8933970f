import { Link } from 'react-router';

import { useTermsOfDeals } from './terms-of-deals.ts';
import { paths } from '#web/platform/paths.ts';

import type { Topic } from './topic.ts';

function Terms() {
  const { timeFor, fee } = useTermsOfDeals();
  return (
    <>
      <h2>1. Who deals with whom</h2>
      <p>
        The contract about a phone is between its seller and its buyer. We run the place where they meet, take
        the payment for the seller and hold it. Who we are stands in the{' '}
        <Link to={paths.about('imprint')}>imprint</Link>.
      </p>
      <h2>2. Accounts</h2>
      <p>
        Use your own name and an e-mail address that is yours. Keep your password to yourself. One account is
        for one person.
      </p>
      <h2>3. Listings</h2>
      <p>
        You may sell phones that belong to you, that are not stolen or locked to somebody else’s account, and
        that are as you describe them. Photos show the very phone. We remove listings that break these rules.
      </p>
      <h2>4. Booking and payment</h2>
      <p>
        A booking reserves the phone for a limited time. The purchase is made when you pay. We hold the money
        until the order is completed.
      </p>
      <h2>5. Hand-over, problems, returns</h2>
      <p>
        A paid phone is handed over within {timeFor('handOver')}; otherwise the order is cancelled and the
        buyer gets everything back, unless the seller objects. The buyer may report a problem until{' '}
        {timeFor('trial')} after the hand-over. The seller answers within {timeFor('answer')}. If the two do
        not agree we decide, by what the listing said and what both show.
      </p>
      <h2>6. Fee</h2>
      <p>
        A sale costs its seller {fee}. The <Link to={paths.about('fees')}>fees page</Link> has examples.
        Buyers pay no fee.
      </p>
      <h2>7. What we are responsible for</h2>
      <p>
        We are responsible for holding and paying out the money as described here. We are not responsible for
        the phones: their sellers are. Rights that the law gives you and that cannot be waived stay yours.
      </p>
      <Ending />
    </>
  );
}

function Ending() {
  return (
    <>
      <h2>8. Ending</h2>
      <p>
        Delete your account on your <Link to={paths.profile}>profile</Link> once your orders have ended and
        your money is paid out. We may close one that breaks these rules. Paid orders whose phone was neither
        sent nor handed over are then cancelled; all others go on.
      </p>
    </>
  );
}

export const terms: Topic = {
  title: 'Terms',
  description: 'The rules between buyers, sellers and this marketplace.',
  lead: 'The rules between buyers, sellers and us, in words that everybody understands.',
  isTemplate: true,
  Text: Terms,
};
