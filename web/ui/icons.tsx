/** Our icons: 24 units square, one stroke, never read out. Size and colour come from the text around them. */
import type { ReactNode } from 'react';

export interface IconProps {
  /** Size classes; one line of the surrounding text by default. */
  readonly className?: string;
}

const icon = (drawing: ReactNode) =>
  function Icon({ className = 'size-5' }: IconProps) {
    return (
      <svg
        aria-hidden="true"
        focusable="false"
        viewBox="0 0 24 24"
        className={`shrink-0 ${className}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {drawing}
      </svg>
    );
  };

export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />);
export const CloseIcon = icon(<path d="M6 6l12 12M18 6 6 18" />);
export const ChevronLeftIcon = icon(<path d="m14.5 5.5-6.5 6.5 6.5 6.5" />);
export const ChevronRightIcon = icon(<path d="m9.5 5.5 6.5 6.5-6.5 6.5" />);
export const ChevronDownIcon = icon(<path d="m5.5 9.5 6.5 6.5 6.5-6.5" />);
export const ArrowRightIcon = icon(<path d="M4.5 12h15M13 5.5l6.5 6.5-6.5 6.5" />);
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />);
export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h10" />);
export const AlertIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7.5v5.5M12 16.5v.01" />
  </>,
);
export const InfoIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 11v5.5M12 7.5v.01" />
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
export const PinIcon = icon(
  <>
    <path d="M12 21s7-6.1 7-11.25a7 7 0 0 0-14 0C5 14.9 12 21 12 21Z" />
    <circle cx="12" cy="9.75" r="2.5" />
  </>,
);
export const CalendarIcon = icon(
  <>
    <rect x="4" y="5.5" width="16" height="14.5" rx="2" />
    <path d="M4 10h16M8.5 3.5v4M15.5 3.5v4" />
  </>,
);
export const PhoneIcon = icon(
  <>
    <rect x="7" y="2.75" width="10" height="18.5" rx="2.5" />
    <path d="M11 18.25h2" />
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
export const TrashIcon = icon(
  <path d="M4.5 6.5h15M9.5 6.5v-2h5v2M6.5 6.5l.9 13h9.2l.9-13M10.25 10.5v5.5M13.75 10.5v5.5" />,
);
export const MegaphoneIcon = icon(
  <path d="M4 10v4.5h3l9.5 4.25V5.75L7 10ZM7.5 14.5l1.25 5h2.5l-1-3.9M19.5 10.25a3 3 0 0 1 0 4" />,
);
export const CardIcon = icon(
  <>
    <rect x="3" y="5.5" width="18" height="13" rx="2" />
    <path d="M3 10h18M6.5 15h3.5" />
  </>,
);
export const LockIcon = icon(
  <>
    <rect x="5" y="10.5" width="14" height="10" rx="2" />
    <path d="M8 10.5V7.75a4 4 0 0 1 8 0v2.75" />
  </>,
);
export const MailIcon = icon(
  <>
    <rect x="3" y="5.5" width="18" height="13" rx="2" />
    <path d="m3.75 7 8.25 6.25L20.25 7" />
  </>,
);
export const LogoutIcon = icon(
  <path d="M14 4.5H6.5a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1H14M10.5 12h10M17 8.25 20.75 12 17 15.75" />,
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
export const PauseIcon = icon(<path d="M8.5 5.5v13M15.5 5.5v13" />);
export const PlayIcon = icon(<path d="M7.5 5.25v13.5L18.5 12Z" />);
export const SearchIcon = icon(
  <>
    <circle cx="10.75" cy="10.75" r="6.25" />
    <path d="m15.5 15.5 5 5" />
  </>,
);
export const ShareIcon = icon(<path d="M12 15V4M8 7.5 12 3.5l4 4M6 11.5H5v9h14v-9h-1" />);
export const MinusIcon = icon(<path d="M5 12h14" />);
export const ChevronUpIcon = icon(<path d="m5.5 14.5 6.5-6.5 6.5 6.5" />);
export const GripIcon = icon(<path d="M9 6v.01M9 12v.01M9 18v.01M15 6v.01M15 12v.01M15 18v.01" />);
export const EnlargeIcon = icon(<path d="M14 4.5h5.5V10M19.5 4.5 13 11M10 19.5H4.5V14M4.5 19.5 11 13" />);
export const FilterIcon = icon(
  <path d="M4 7h9.5M18.5 7H20M4 17h1.5M10.5 17H20M16 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM8 14.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z" />,
);
