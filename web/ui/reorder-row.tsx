import type { DragEvent, ReactNode } from 'react';

import { IconButton } from './button.tsx';
import { ChevronDownIcon, CloseIcon } from './icons.tsx';
import { ChevronUpIcon, GripIcon } from './tool-icons.tsx';

export interface ReorderRowProps {
  /** Its name in the buttons' labels: "picture 2". */
  readonly name: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isDragged: boolean;
  /** Whether another row is being dragged. */
  readonly takesDrop: boolean;
  readonly onDrag: () => void;
  readonly onDrop: () => void;
  /** Called when the dragging has ended, anywhere. */
  readonly onRelease: () => void;
  readonly onStep: (by: 1 | -1, button: HTMLElement) => void;
  readonly onRemove: (button: HTMLElement) => void;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A row of a {@link ReorderList}. */
export function ReorderRow(props: ReorderRowProps) {
  const { isDragged, takesDrop, onDrag, onDrop, onRelease, name, note, children } = props;
  const accept = (event: DragEvent): void => {
    if (takesDrop) event.preventDefault();
  };
  return (
    // Dragging is for the mouse; the buttons do the same for everybody.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      draggable
      data-dragged={isDragged || undefined}
      className="reorder-row"
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'move';
        dataTransfer.setData('text/plain', name);
        onDrag();
      }}
      onDragEnd={onRelease}
      onDragOver={accept}
      onDrop={(event) => {
        accept(event);
        onDrop();
      }}
    >
      {/* In very large letters the buttons are below the content. */}
      <div className="flex flex-wrap items-center justify-end gap-1">
        <GripIcon className="size-5 cursor-grab text-quiet max-phone:hidden" />
        <div className="min-w-0 grow basis-24">{children}</div>
        <RowButtons {...props} />
      </div>
      {note}
    </li>
  );
}

/** A button remains even if it can do nothing more: otherwise the focus would be lost with it. */
function RowButtons({ name, isFirst, isLast, onStep, onRemove }: ReorderRowProps) {
  return (
    <div className="flex flex-wrap justify-end">
      <IconButton
        label={`Move up, ${name}`}
        aria-disabled={isFirst}
        onClick={({ currentTarget }) => onStep(-1, currentTarget)}
      >
        <ChevronUpIcon />
      </IconButton>
      <IconButton
        label={`Move down, ${name}`}
        aria-disabled={isLast}
        onClick={({ currentTarget }) => onStep(1, currentTarget)}
      >
        <ChevronDownIcon />
      </IconButton>
      <IconButton
        label={`Remove, ${name}`}
        data-remove=""
        onClick={({ currentTarget }) => onRemove(currentTarget)}
      >
        <CloseIcon />
      </IconButton>
    </div>
  );
}

/** The button that removes the next row or, of the last row's, the one before. */
export function nearestRemove(button: HTMLElement): HTMLElement | undefined {
  const row = button.closest('li');
  const nearest = row?.nextElementSibling ?? row?.previousElementSibling;
  return nearest?.querySelector<HTMLElement>('[data-remove]') ?? undefined;
}
