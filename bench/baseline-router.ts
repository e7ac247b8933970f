/** Stands in for the router in the baseline's cards: a link is a link, and leads nowhere but where its address says. */

export const useNavigate = (): (() => void) => goNowhere;

const goNowhere = (): void => undefined;
