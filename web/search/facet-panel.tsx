import type { ReactNode } from 'react';

import { type FacetName, facetNames } from '#contract/search-words.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { CloseIcon, FilterIcon } from '#web/ui/icons.tsx';
import { Sheet, closeSheet, openSheet } from '#web/ui/sheet.tsx';

import { FacetGroup, FacetTick } from './facet-group.tsx';
import { fieldTitles, optionsOf } from './facet-words.ts';
import { phonesText } from './result-count.ts';
import { PriceRange } from './price-range.tsx';
import { chosenOf, filterNames } from './search-address.ts';
import type { Counted } from './search-queries.ts';
import { useFacetForm } from './use-facet-form.ts';
import { useSearch } from './use-search.ts';

const panelId = 'facets';

export interface FacetPanelProps {
  readonly counted: Counted;
  /** Facets that this page fixes itself. */
  readonly hidden?: readonly FacetName[];
  /** Called when the panel becomes visible, so that the page can load the counts. */
  readonly onOpen?: () => void;
}

/** All filters in one form: a column beside the phones, or a sheet on narrow screens. */
export function FacetPanel({ counted, hidden = [], onOpen }: FacetPanelProps) {
  return (
    <Sheet id={panelId} label="Filter" className="facets" onOpen={onOpen}>
      {() => <FacetForm counted={counted} hidden={hidden} />}
    </Sheet>
  );
}

/** The column and the sheet have separate forms. Both show the choices of the URL. */
function FacetForm({ counted, hidden }: Required<Pick<FacetPanelProps, 'counted' | 'hidden'>>) {
  const { path, fields, formId } = useSearch();
  const form = useFacetForm();
  const shown = facetNames.filter((name) => !hidden.includes(name));
  return (
    <section aria-labelledby={`${panelId}-title`}>
      <form
        ref={form}
        id={formId}
        action={path}
        onSubmit={(event) => {
          event.preventDefault();
          closeSheet(panelId);
        }}
      >
        <PanelHead />
        {(['q', 'minBattery', 'near', 'within'] as const).map(
          (name) =>
            fields[name] !== undefined && <input key={name} type="hidden" name={name} value={fields[name]} />,
        )}
        <Groups names={shown.filter((name) => !switches.includes(name))} counted={counted} />
        <Switches names={shown.filter((name) => switches.includes(name))} counted={counted} />
        <div className="facets-foot">
          <Button type="submit" className="w-full">
            {counted.total === undefined ? 'Show the phones' : `Show ${phonesText(counted.total)}`}
          </Button>
        </div>
      </form>
    </section>
  );
}

/** Opens the panel where it is a sheet. */
export function FacetButton() {
  const { fields } = useSearch();
  const count = filterNames.filter((name) => fields[name] !== undefined).length;
  return (
    <Button
      variant="quiet"
      onClick={() => openSheet(panelId)}
      className="needs-script max-phone:px-2.5 desk:hidden"
    >
      <FilterIcon className="size-5 max-phone:hidden" />
      Filter
      {count > 0 && (
        <span className="facet-chosen">
          {count}
          <span className="sr-only"> chosen</span>
        </span>
      )}
    </Button>
  );
}

/** Facets that are only on or off. */
const switches: readonly FacetName[] = ['verified', 'advertised'];

function PanelHead() {
  return (
    <div className="facets-head">
      <h2 id={`${panelId}-title`} className="text-title">
        Filter
      </h2>
      <IconButton
        label="Close the filter"
        onClick={() => closeSheet(panelId)}
        className="needs-script -mr-2 desk:hidden"
      >
        <CloseIcon />
      </IconButton>
    </div>
  );
}

function Groups({ names, counted }: { names: readonly FacetName[]; counted: Counted }): ReactNode {
  const { fields } = useSearch();
  const groups = names.map((name) => {
    const chosen = chosenOf(fields, name);
    return (
      <FacetGroup
        key={name}
        name={name}
        title={fieldTitles[name]}
        options={optionsOf(name, counted.facets, chosen)}
        chosen={chosen}
        isOpen={name === 'condition'}
      />
    );
  });
  return (
    <>
      <PriceRange prices={counted.prices} />
      {groups}
    </>
  );
}

function Switches({ names, counted }: { names: readonly FacetName[]; counted: Counted }) {
  const { fields } = useSearch();
  const ticks = names.flatMap((name) =>
    optionsOf(name, counted.facets, chosenOf(fields, name)).map((option) => (
      <FacetTick
        key={name}
        name={name}
        option={{ ...option, label: fieldTitles[name] }}
        isChosen={fields[name] !== undefined}
      />
    )),
  );
  if (ticks.length === 0) return null;
  return (
    <fieldset className="py-3">
      <legend className="sr-only">Only</legend>
      {ticks}
    </fieldset>
  );
}
