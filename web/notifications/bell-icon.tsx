/** Apart from the other icons, which public pages load for everyone. */
import { icon } from '#web/ui/icon.tsx';

export const BellIcon = icon(
  <path d="M6 10.5a6 6 0 0 1 12 0c0 4.5 1.75 5.75 1.75 5.75H4.25S6 15 6 10.5ZM9.75 19.5a2.5 2.5 0 0 0 4.5 0" />,
);
