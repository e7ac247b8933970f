/** The text about a booked phone. */
export const untilItComesBack = 'It comes back if it is not paid for in time.';
export const bookedByOthers = `Somebody has booked this phone. ${untilItComesBack}`;
