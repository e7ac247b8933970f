/** Replaces the router in the baseline's cards: links are plain links. */

export const useNavigate = (): (() => void) => doNothing;

const doNothing = (): void => undefined;
