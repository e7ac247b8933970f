/** The icons of forms, menus and the dashboard, separate from those that every page loads. */
import { icon } from './icon.tsx';

export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />);
export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h10" />);
export const InfoIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 11v5.5M12 7.5v.01" />
  </>,
);
export const MoreIcon = icon(
  <>
    <circle cx="5.5" cy="12" r="1" />
    <circle cx="12" cy="12" r="1" />
    <circle cx="18.5" cy="12" r="1" />
  </>,
);
export const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7v5l3.5 2" />
  </>,
);
export const EyeIcon = icon(
  <>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
    <circle cx="12" cy="12" r="2.75" />
  </>,
);
export const EyeOffIcon = icon(
  <path d="M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-3.1 3.8M6.2 7.3A15.5 15.5 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.6-1.3M10 10.2a2.75 2.75 0 0 0 3.8 3.8" />,
);
export const CameraIcon = icon(
  <>
    <path d="M4 8.5A1.5 1.5 0 0 1 5.5 7h2l1.5-2.25h6L16.5 7h2A1.5 1.5 0 0 1 20 8.5v9a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17.5Z" />
    <circle cx="12" cy="13" r="3.25" />
  </>,
);
export const PersonIcon = icon(
  <>
    <circle cx="12" cy="8.25" r="3.75" />
    <path d="M4.75 20a7.25 7.25 0 0 1 14.5 0" />
  </>,
);
export const PeopleIcon = icon(
  <>
    <circle cx="9" cy="8.5" r="3.25" />
    <path d="M2.75 19.5a6.25 6.25 0 0 1 12.5 0M15.5 5.6a3.25 3.25 0 0 1 0 5.8M17.5 14a6.25 6.25 0 0 1 3.75 5.5" />
  </>,
);
export const BagIcon = icon(
  <path d="M5.5 8.5h13l1 11a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1ZM8.5 8.5V7a3.5 3.5 0 0 1 7 0v1.5" />,
);
export const TagIcon = icon(
  <>
    <path d="M3.75 12.6V5.25a1.5 1.5 0 0 1 1.5-1.5h7.35L20.5 11.65a1.5 1.5 0 0 1 0 2.1l-6.75 6.75a1.5 1.5 0 0 1-2.1 0Z" />
    <path d="M8.25 8.25v.01" />
  </>,
);
export const FlagIcon = icon(<path d="M5.5 21V4M5.5 4.75c5-2.5 8 2.5 13 0v9c-5 2.5-8-2.5-13 0" />);
export const LogoutIcon = icon(
  <path d="M14 4.5H6.5a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1H14M10.5 12h10M17 8.25 20.75 12 17 15.75" />,
);
export const MinusIcon = icon(<path d="M5 12h14" />);
export const ChevronUpIcon = icon(<path d="m5.5 14.5 6.5-6.5 6.5 6.5" />);
export const GripIcon = icon(<path d="M9 6v.01M9 12v.01M9 18v.01M15 6v.01M15 12v.01M15 18v.01" />);
