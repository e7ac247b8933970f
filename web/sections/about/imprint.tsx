import { Operator } from './operator.tsx';

import type { Topic } from './topic.ts';

function Imprint() {
  return (
    <>
      <Operator />
      <p>
        Sellers describe their phones themselves. If a listing breaks your rights, write to the address above
        and name the listing: we look at it and, if you are right, remove it.
      </p>
      <p>
        Depending on the country, an imprint also names a register and its number, a tax number, and the
        authority that supervises the operator.
      </p>
      <h2>Data</h2>
      <p>
        The list of cities uses data of <a href="https://www.geonames.org/">GeoNames</a>, licensed under{' '}
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
