const dayAndHour = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** The end of a hold, in the reader's time zone: "24 Nov, 14:05". */
export const heldUntilWords = (heldUntil: string): string => dayAndHour.format(new Date(heldUntil));

/** Why a phone on hold cannot be changed. */
export const heldWords = (heldUntil: string): string =>
  `A buyer holds this phone until ${heldUntilWords(heldUntil)}. It can be changed if they have not paid by then.`;
