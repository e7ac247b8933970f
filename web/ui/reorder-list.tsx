import { type ReactNode, useEffect, useRef, useState } from 'react';

import { nearestRemove, ReorderRow } from './reorder-row.tsx';

interface ReorderItem {
  readonly key: string;
  readonly content: ReactNode;
  /** A text below that needs the whole width. */
  readonly note?: ReactNode;
}

export interface ReorderListProps {
  readonly label: string;
  /** The word for one of the items: "picture". */
  readonly noun: string;
  readonly items: readonly ReorderItem[];
  readonly onMove: (key: string, place: number) => void;
  /** The focus goes to the next row, if there is another one. */
  readonly onRemove: (key: string) => void;
}

/** A list that can be reordered by mouse, and by buttons that announce the result. */
export function ReorderList({ label, noun, items, onMove, onRemove }: ReorderListProps) {
  const [announcement, setAnnouncement] = useState('');
  const [dragged, setDragged] = useState<string>();
  const next = useRef<HTMLElement>(undefined);
  useEffect(() => {
    // A row that was removed, or that the browser has moved in the document, has lost the focus.
    next.current?.focus();
    next.current = undefined;
  }, [items]);
  const move = (key: string, place: number, button?: HTMLElement): void => {
    const from = items.findIndex((item) => item.key === key);
    if (from === -1 || place === from || place < 0 || place >= items.length) return;
    next.current = button;
    onMove(key, place);
    setAnnouncement(`The ${noun} from place ${from + 1} is now at place ${place + 1} of ${items.length}.`);
  };
  const remove = (key: string, place: number, button: HTMLElement): void => {
    next.current = nearestRemove(button);
    onRemove(key);
    setAnnouncement(`The ${noun} from place ${place + 1} was removed.`);
  };
  const drop = (place: number): void => {
    if (dragged !== undefined) move(dragged, place);
    setDragged(undefined);
  };
  return (
    <div>
      <ol aria-label={label} className="grid gap-2">
        {items.map(({ key, content, note }, place) => (
          <ReorderRow
            key={key}
            note={note}
            name={`${noun} ${place + 1}`}
            isFirst={place === 0}
            isLast={place === items.length - 1}
            isDragged={dragged === key}
            takesDrop={dragged !== undefined}
            onDrag={() => setDragged(key)}
            onDrop={() => drop(place)}
            onRelease={() => setDragged(undefined)}
            onStep={(by, button) => move(key, place + by, button)}
            onRemove={(button) => remove(key, place, button)}
          >
            {content}
          </ReorderRow>
        ))}
      </ol>
      <Spoken>{announcement}</Spoken>
    </div>
  );
}

/** Read out by screen readers. */
function Spoken({ children }: { children: string }) {
  return (
    <p role="status" className="sr-only">
      {children}
    </p>
  );
}
