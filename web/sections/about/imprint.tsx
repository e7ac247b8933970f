import { Operator } from './operator.tsx';

import type { Topic } from './topic.ts';

function Imprint() {
  return (
    <>
      <Operator />
      <p>
        What is said of a phone is said by its seller. If a listing breaks your rights, write to the address
        above and name the listing: it is looked at and, if you are right, removed.
      </p>
      <p>
        Depending on the country, an imprint also names a register and its number, a tax number, and the
        authority that supervises the operator.
      </p>
      <h2>Data</h2>
      <p>
        The list of cities is made of data of <a href="https://www.geonames.org/">GeoNames</a>, licensed under{' '}
        <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>. Smaller places were left out.
      </p>
    </>
  );
}

export const imprint: Topic = {
  title: 'Imprint',
  description: 'Who runs this marketplace and is responsible for it.',
  lead: 'Who runs this marketplace and is responsible for what it says.',
  isTemplate: true,
  Text: Imprint,
};
