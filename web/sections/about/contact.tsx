import { Link } from 'react-router';

import { Operator } from './operator.tsx';
import { paths } from '#web/platform/paths.ts';

import type { Topic } from './topic.ts';

function Contact() {
  return (
    <>
      <Operator />
      <h2>Quicker ways</h2>
      <ul>
        <li>
          <strong>A problem with something you bought or sold:</strong> press “Report a problem” on the{' '}
          <Link to={paths.orders}>order’s page</Link>. The money stays held, and the other side is asked at
          once.
        </li>
        <li>
          <strong>A listing that breaks the rules:</strong> press the report button on the phone.
        </li>
        <li>
          <strong>You cannot log in:</strong> <Link to={paths.forgotPassword}>set a new password</Link>.
        </li>
      </ul>
      <p>
        Please name the order’s number or the phone’s address in your mail, never your password or a code.
      </p>
    </>
  );
}

export const contact: Topic = {
  title: 'Contact',
  description: 'How to reach the people who run this marketplace.',
  lead: 'A person reads your mail.',
  Text: Contact,
};
