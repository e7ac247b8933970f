import { Link } from 'react-router';

import { useTermsOfDeals } from './terms-of-deals.ts';
import { paths } from '#web/platform/paths.ts';

import type { Topic } from './topic.ts';

function Safety() {
  const { timeFor } = useTermsOfDeals();
  return (
    <>
      <h2>What we do</h2>
      <ul>
        <li>
          <strong>We hold the money.</strong> The seller gets it only after the hand-over, when the buyer says
          that everything is fine, or has reported no problem for {timeFor('trial')}.
        </li>
        <li>
          <strong>We confirm the hand-over.</strong> A code that only the buyer sees says that the phone has
          changed hands.
        </li>
        <li>
          <strong>We keep the listing as it was.</strong> What the seller promised on the day of the booking
          stays with the order, whatever they change later.
        </li>
        <li>
          <strong>We decide if you cannot agree.</strong> A person looks at both sides.
        </li>
        <li>
          <strong>We remove what is reported</strong> when the report is right. The report button is on every
          phone’s page.
        </li>
      </ul>
      <h2>What we check, and what we don’t</h2>
      <ul>
        <li>
          A closed ring around a seller’s photo and the mark beside the name mean that an admin of this site
          knows the seller, or has looked at their account: whether the e-mail address is confirmed, what they
          list, and what others have reported. The mark says nothing about the phones. “Not Verify” means that
          nobody has done this yet.
        </li>
        <li>We do not see the phone. Its seller describes it.</li>
        <li>
          We do not check whether a phone is reported as stolen or locked. Check it when you meet, as below.
        </li>
        <li>We do not see your card. The card processor takes it, and we learn only that it was paid.</li>
      </ul>
      <Advice />
    </>
  );
}

function Advice() {
  return (
    <>
      <h2>When you buy</h2>
      <ul>
        <li>Pay here, never in cash or by a transfer: we cannot give back what is paid elsewhere.</li>
        <li>Meet in a public place with good light.</li>
        <li>
          Type <code>*#06#</code>: the number (IMEI) on the screen has to be the one on the box or invoice.
        </li>
        <li>
          Let the seller sign out of their account and reset the phone in front of you, or it may lock itself.
        </li>
        <li>Look at the screen, the cameras, the battery’s health, and charge it for a moment.</li>
        <li>Give the code only when you have looked at the phone.</li>
      </ul>
      <h2>When you sell</h2>
      <ul>
        <li>Hand the phone over only after your own page says “Handed over”. A screenshot proves nothing.</li>
        <li>Save your data, sign out of your accounts and reset the phone.</li>
        <li>Photograph the phone and its IMEI before you send it, and send it with a tracking number.</li>
        <li>Nobody from Ringback asks for your password or a code by mail, message or telephone.</li>
      </ul>
      <p>
        Something feels wrong? <Link to={paths.about('contact')}>Write to us</Link> before you go on.
      </p>
    </>
  );
}

export const safety: Topic = {
  title: 'Safety',
  description: 'What we check, what we do not check, and how to buy and sell without a bad surprise.',
  lead: 'You deal with a stranger. This is what protects you, and what you still have to check yourself.',
  Text: Safety,
};
