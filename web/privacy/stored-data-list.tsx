import type { StoredData } from '#contract/privacy.ts';

/** Kinds of data by domain: what, why and how long. */
export function StoredDataList({ parts }: Pick<StoredData, 'parts'>) {
  return (
    <>
      {parts.map(({ title, kinds }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul>
            {kinds.map(({ what, why, howLong }) => (
              <li key={what}>
                <strong>{what}</strong>
                <br />
                Why: {why}
                <br />
                How long: {howLong}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
