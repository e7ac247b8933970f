/** Replaces the router in the baseline's cards: links are plain links. */

export const useNavigate = (): (() => void) => goNowhere;

const goNowhere = (): void => undefined;
