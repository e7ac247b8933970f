import { icon } from './icon.tsx';

/** Separate from the other icons, which every page loads. */
export const CoinsIcon = icon(
  <>
    <ellipse cx="12" cy="6.5" rx="7" ry="3" />
    <path d="M5 6.5v5c0 1.7 3.1 3 7 3s7-1.3 7-3v-5M5 11.5v5c0 1.7 3.1 3 7 3s7-1.3 7-3v-5" />
  </>,
);

/** Separate from the other icons, which every page loads. */
export const ReceiptIcon = icon(
  <path d="M6 3.5h12v17l-2.4-1.5-2.4 1.5-2.4-1.5L8.4 20.5 6 19ZM9.5 8.5h5M9.5 12.5h5" />,
);
