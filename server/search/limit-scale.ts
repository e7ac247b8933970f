/** How much a search may look at. Measured: see the decision record on search. */
export interface Scale {
  /** Phones that are gathered, ranked and counted exactly; of more, the newest are walked. */
  readonly gathered: number;
  /** Phones that fit all but the facets, which are looked at so that those in use are counted exactly. */
  readonly around: number;
  /** Phones that words alone are expected to fit beyond which one of several facets in use is counted more coarsely. */
  readonly popular: number;
  /** Phones that are counted for a facet in use, and of a sample. */
  readonly counted: number;
  /** Phones that a walk looks at. */
  readonly visits: number;
  /** Entries of the index that are read through without a thought. */
  readonly cheapEntries: number;
}

export const usualScale: Scale = {
  gathered: 3_000,
  around: 12_000,
  popular: 2_000,
  counted: 1_000,
  visits: 6_000,
  cheapEntries: 20_000,
};
