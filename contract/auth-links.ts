/** What can be wrong with a link in a mail. All pages of such links show these messages. */
export const linkFaults = {
  unknown: 'This link is incomplete or was changed. Open it again from the mail.',
  used: 'This link was already used or is no longer valid.',
  // The page says what to do instead: not every link can be requested again.
  late: 'This link has expired.',
} as const;

export type LinkFault = keyof typeof linkFaults;
