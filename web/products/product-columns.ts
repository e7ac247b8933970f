/** The photos beside what is said of the phone, from a tablet's width on. */
export const productColumns =
  'grid grid-cols-[minmax(0,1fr)] gap-6 tablet:grid-cols-2 desk:gap-10 wide:grid-cols-[minmax(0,10fr)_minmax(0,11fr)]';
