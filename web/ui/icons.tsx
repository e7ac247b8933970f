/** The icons of public pages. Every page loads them: an icon that only one part needs is in that part's file. */
import { icon } from './icon.tsx';

export const ChevronLeftIcon = icon(<path d="m14.5 5.5-6.5 6.5 6.5 6.5" />);
export const ChevronRightIcon = icon(<path d="m9.5 5.5 6.5 6.5-6.5 6.5" />);
export const ChevronDownIcon = icon(<path d="m5.5 9.5 6.5 6.5 6.5-6.5" />);
export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />);
export const CloseIcon = icon(<path d="M6 6l12 12M18 6 6 18" />);
export const AlertIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7.5v5.5M12 16.5v.01" />
  </>,
);
export const SunIcon = icon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2.75v2M12 19.25v2M2.75 12h2M19.25 12h2M5.45 5.45l1.4 1.4M17.15 17.15l1.4 1.4M18.55 5.45l-1.4 1.4M6.85 17.15l-1.4 1.4" />
  </>,
);
export const MoonIcon = icon(<path d="M20 14.2A8.25 8.25 0 1 1 9.8 4a6.5 6.5 0 0 0 10.2 10.2Z" />);
export const ScreenIcon = icon(
  <>
    <rect x="3" y="4.5" width="18" height="12" rx="2" />
    <path d="M8.5 20h7M12 16.5V20" />
  </>,
);
export const SearchIcon = icon(
  <>
    <circle cx="10.75" cy="10.75" r="6.25" />
    <path d="m15.5 15.5 5 5" />
  </>,
);
export const FilterIcon = icon(
  <path d="M4 7h9.5M18.5 7H20M4 17h1.5M10.5 17H20M16 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM8 14.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z" />,
);
