/** The icons of the dashboard only. */
import { icon } from './icon.tsx';

export const CoinsIcon = icon(
  <>
    <ellipse cx="12" cy="6.5" rx="7" ry="3" />
    <path d="M5 6.5v5c0 1.7 3.1 3 7 3s7-1.3 7-3v-5M5 11.5v5c0 1.7 3.1 3 7 3s7-1.3 7-3v-5" />
  </>,
);
export const ReceiptIcon = icon(
  <path d="M6 3.5h12v17l-2.4-1.5-2.4 1.5-2.4-1.5L8.4 20.5 6 19ZM9.5 8.5h5M9.5 12.5h5" />,
);
export const BanknoteIcon = icon(
  <>
    <rect x="2.75" y="6.5" width="18.5" height="11" rx="2" />
    <circle cx="12" cy="12" r="2.5" />
    <path d="M6.25 12h.01M17.75 12h.01" />
  </>,
);
export const ScalesIcon = icon(
  <path d="M12 3.5v17M8 20.5h8M5.5 7h13M5.5 7l-3 6.5a3 3 0 0 0 6 0ZM18.5 7l-3 6.5a3 3 0 0 0 6 0Z" />,
);
export const PhoneIcon = icon(
  <>
    <rect x="7" y="2.75" width="10" height="18.5" rx="2.5" />
    <path d="M11 18.25h2" />
  </>,
);
export const MegaphoneIcon = icon(
  <path d="M4 10v4.5h3l9.5 4.25V5.75L7 10ZM7.5 14.5l1.25 5h2.5l-1-3.9M19.5 10.25a3 3 0 0 1 0 4" />,
);
