import { useTermsOfDeals } from './terms-of-deals.ts';
import { formatCents } from '#contract/money.ts';

import type { Topic } from './topic.ts';

const exampleCents = [5_000, 20_000, 42_050] as const;

function Fees() {
  const { fee, example } = useTermsOfDeals();
  return (
    <>
      <h2>What a sale costs</h2>
      <p>
        The fee is <strong>{fee}</strong>. It is taken from the price when the order is completed; you never
        pay it in advance. It pays for the card payment, for holding the money and for the people who decide
        when something goes wrong.
      </p>
      <div className="overflow-x-auto">
        <table>
          <caption className="sr-only">Examples of the fee</caption>
          <thead>
            <tr>
              <th scope="col">The buyer pays</th>
              <th scope="col">Fee</th>
              <th scope="col">You get</th>
            </tr>
          </thead>
          <tbody>
            {exampleCents.map((cents) => (
              <tr key={cents}>
                <th scope="row">{formatCents(cents)}</th>
                <td>{example(cents).fee}</td>
                <td>
                  <strong>{example(cents).seller}</strong>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        If the buyer’s bank takes the payment back after the order was completed, you lose what the bank takes
        of the price: the fee is not given back.
      </p>
      <h2>What costs nothing</h2>
      <ul>
        <li>Listing a phone, and advertising it on the home page.</li>
        <li>Buying: you pay the price on the card and nothing else.</li>
        <li>A sale that is cancelled or refunded: the buyer gets everything back and you pay no fee.</li>
        <li>A partial refund: the fee is taken only from what you keep.</li>
      </ul>
      <p>The fee of your sale is the one that applied on the day it was paid. The order shows it.</p>
    </>
  );
}

export const fees: Topic = {
  title: 'Fees',
  description: 'What selling a phone costs. Buying and listing cost nothing.',
  lead: 'Listing is free, buying is free. A sale costs its seller a part of the price.',
  Text: Fees,
};
