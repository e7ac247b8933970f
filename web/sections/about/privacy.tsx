import { Link } from 'react-router';

import { paths } from '#web/platform/paths.ts';
import { Operator } from './operator.tsx';

import type { Topic } from './topic.ts';

function Privacy() {
  return (
    <>
      <h2>Who is responsible</h2>
      <Operator />
      <h2>What we store</h2>
      <p>
        What is needed to run your account, your listings and your orders, and nothing else. Every kind of
        data, why we have it and how long: <Link to={paths.whatWeKnow}>What we know about you</Link>.
      </p>
      <Sharing />
    </>
  );
}

function Sharing() {
  return (
    <>
      <h2>Who sees it</h2>
      <ul>
        <li>
          Everybody sees your page here: your name and photo, since when you are here, whether your e-mail
          address is confirmed and a seller was checked, how many phones you bought and sold, which ones you
          sell, and what you add on your profile. A listing shows the place that you give, too.
        </li>
        <li>
          The other side of an order also sees your telephone number and the meeting place or address, from
          the payment on and not before.
        </li>
        <li>Our staff see what they need to check sellers, reports and problems.</li>
        <li>
          The card processor gets your card and the billing name and e-mail address. We never get the card. If
          it pays you as a seller, it gets your e-mail address from us and asks you for the rest.
        </li>
        <li>If you sign in with Google, Google tells us your name, e-mail address and photo.</li>
        <li>Nobody else sees more. There is no advertising network, no tracking, and nothing is sold.</li>
      </ul>
      <h2>What your browser keeps</h2>
      <p>
        A cookie that holds your session, one that says that you have logged in with this browser before, the
        access token of the last minutes, what you have begun to write, the city near which you looked for
        phones, your choice of a light or dark look, and a page to show when you are offline. They are there
        for what you do here; none of them follows you elsewhere.
      </p>
      <h2>Your rights</h2>
      <p>
        On your profile you can get a copy of what we store about you, correct it, and delete your account.
        For everything else write to the address above. You can also complain to your data protection
        authority.
      </p>
    </>
  );
}

export const privacy: Topic = {
  title: 'Privacy',
  description: 'What we know about you, why, and who sees it.',
  lead: 'What we know about you, why, and who sees it.',
  isTemplate: true,
  Text: Privacy,
};
