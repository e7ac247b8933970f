import { type ReactNode, type UIEvent, useRef, useState } from 'react';

import { IconButton } from './button.tsx';
import { ChevronLeftIcon, ChevronRightIcon } from './icons.tsx';

export interface CarouselProps {
  /** The carousel's accessible name. */
  readonly label: string;
  readonly slides: readonly ReactNode[];
}

/**
 * Pictures in a row that are moved by finger, buttons or arrow keys, never automatically. A wide screen shows all at
 * once.
 */
export function Carousel({ label, slides }: CarouselProps) {
  const track = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const last = slides.length - 1;
  const show = (index: number): void => {
    const slide = track.current?.children[Math.min(last, Math.max(0, index))];
    slide?.scrollIntoView({ block: 'nearest', inline: 'start', behavior: 'smooth' });
  };
  const follow = ({ currentTarget }: UIEvent<HTMLUListElement>): void =>
    setCurrent(Math.round(currentTarget.scrollLeft / currentTarget.clientWidth));
  return (
    <section aria-roledescription="carousel" aria-label={label} className="carousel">
      {/* A scrollable area must be focusable; the arrow keys then move it from picture to picture. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul ref={track} className="carousel-track" tabIndex={0} aria-label="Pictures" onScroll={follow}>
        {slides.map((slide, index) => (
          <li
            // Slides are identified only by their position.
            key={index}
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${slides.length}`}
            className="carousel-slide"
          >
            {slide}
          </li>
        ))}
      </ul>
      <div className="flex items-center justify-end gap-1 pt-2 desk:hidden">
        <p aria-live="polite" aria-atomic className="mr-2 text-small text-quiet tabular-nums">
          {current + 1} of {slides.length}
        </p>
        {/* Still focusable at the end: a button that is disabled when pressed loses the focus. */}
        <IconButton label="Previous picture" aria-disabled={current === 0} onClick={() => show(current - 1)}>
          <ChevronLeftIcon />
        </IconButton>
        <IconButton label="Next picture" aria-disabled={current === last} onClick={() => show(current + 1)}>
          <ChevronRightIcon />
        </IconButton>
      </div>
    </section>
  );
}
