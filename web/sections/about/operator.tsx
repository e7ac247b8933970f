import { useSiteConfig } from '#web/platform/site-config.ts';

/** Who runs this marketplace: name, postal address and e-mail address. */
export function Operator() {
  const operator = useSiteConfig()?.operator;
  if (operator === undefined)
    return <p>We could not look up who runs this marketplace. Please reload the page.</p>;
  return (
    <address className="not-italic wrap-anywhere">
      <strong>{operator.name}</strong>
      <br />
      {operator.address}
      <br />
      <a href={`mailto:${operator.email}`} className="font-semibold text-action underline">
        {operator.email}
      </a>
    </address>
  );
}
