/** What can be wrong with a link in a mail, in the words that all pages of such links use. */
export const linkFaults = {
  unknown: 'This link is incomplete or was changed. Open it once more from the mail.',
  used: 'This link was already used or is no longer valid.',
  // What to do instead depends on the page: not every link can be asked for again.
  late: 'This link has expired.',
} as const;

export type LinkFault = keyof typeof linkFaults;
