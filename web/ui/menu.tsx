import { type FocusEvent, type ReactNode, type ToggleEvent, createContext, use, useId, useRef } from 'react';
import { useLocation } from 'react-router';

/** The list's minimum width with a margin: if its button is near the left edge, the list must not leave the window. */
const widthInPx = 240;

const MenuId = createContext<string | undefined>(undefined);

export interface MenuProps {
  /** The accessible name of the button that opens it. */
  readonly label: string;
  /** The button's content. */
  readonly face: ReactNode;
  readonly children: ReactNode;
}

/**
 * A button that opens a small list below it, or above it where that has more room. Escape, a click outside, a choice, a
 * change of page and leaving it by Tab close it.
 */
export function Menu({ label, face, children }: MenuProps) {
  const id = useId();
  const { pathname } = useLocation();
  const button = useRef<HTMLButtonElement>(null);
  const place = (event: ToggleEvent<HTMLDivElement>): void => {
    if (event.newState !== 'open' || button.current === null) return;
    const { top, bottom, right } = button.current.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const { style } = event.currentTarget;
    // In the lower half of the window it opens upwards.
    const isLow = top > clientHeight / 2;
    style.top = isLow ? 'auto' : `${bottom + 8}px`;
    style.bottom = isLow ? `${clientHeight - top + 8}px` : 'auto';
    style.right = `${clientWidth - Math.max(right, widthInPx)}px`;
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>): void => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) document.getElementById(id)?.hidePopover();
  };
  return (
    <div onBlur={leave} className="contents">
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={label}
        className="inline-grid size-11 shrink-0 place-items-center rounded-pill"
      >
        {face}
      </button>
      <div key={pathname} id={id} popover="auto" onBeforeToggle={place} className="menu">
        <MenuId value={id}>{children}</MenuId>
      </div>
    </div>
  );
}

/** One choice of a {@link Menu}. */
export function MenuItem({
  icon,
  onChoose,
  children,
}: {
  icon?: ReactNode;
  onChoose: () => void;
  children: string;
}) {
  return (
    <button
      type="button"
      popoverTarget={use(MenuId)}
      popoverTargetAction="hide"
      onClick={onChoose}
      className="flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left transition-colors hover:bg-sunken"
    >
      {icon}
      {children}
    </button>
  );
}
