/**
 * Turns an existing field into the combobox of a list below it, after the pattern "Editable Combobox With List
 * Autocomplete" of the ARIA Authoring Practices: the focus never leaves the field.
 */
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

type Field = RefObject<HTMLInputElement | null>;

/** How long typing must pause before suggestions are requested, in milliseconds. */
const restMs = 120;

/** The typed text after a pause, and whether its list may be open. */
export function useTyping(field: Field) {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const element = field.current;
    if (element === null) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let isPressed = false;
    const press = ({ type }: PointerEvent): void => {
      isPressed = type === 'pointerdown';
    };
    const type = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        setText(element.value.trim());
        setOpen(true);
      }, restMs);
    };
    const close = (): void => {
      clearTimeout(timer);
      setOpen(false);
    };
    const closeSoon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(close);
    };
    // In a dialog the list takes space: if it closed at once, the button that is being pressed would move away.
    const leave = (): void => {
      if (isPressed) addEventListener('pointerup', closeSoon, { once: true });
      else closeSoon();
    };
    for (const name of presses) addEventListener(name, press, { capture: true });
    element.addEventListener('input', type);
    element.addEventListener('blur', leave);
    element.form?.addEventListener('submit', close);
    // For text that was typed while this code was loading; a value that a form has filled in needs no suggestions.
    if (element.value !== element.defaultValue && document.activeElement === element) type();
    return () => {
      close();
      removeEventListener('pointerup', closeSoon);
      for (const name of presses) removeEventListener(name, press, { capture: true });
      element.removeEventListener('input', type);
      element.removeEventListener('blur', leave);
      element.form?.removeEventListener('submit', close);
    };
  }, [field]);
  return { text, isOpen, setOpen };
}

const presses = ['pointerdown', 'pointerup', 'pointercancel'] as const;

export interface ListKeys {
  readonly listId: string;
  /** The number of options. */
  readonly count: number;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  /** The text that the options belong to: with another text the selection starts in the field again. */
  readonly text: string;
  readonly onChoose: (place: number) => void;
}

export const optionId = (listId: string, place: number): string => `${listId}-${place}`;

/**
 * Arrows move through the options, Enter chooses one, Escape closes.
 *
 * @returns the index of the option that Enter chooses; -1 if it submits the typed text
 */
export function useListKeys(field: Field, keys: ListKeys): number {
  const { listId, count, isOpen, setOpen, text, onChoose } = keys;
  const [at, setAt] = useState({ text: '', place: -1 });
  const isShown = isOpen && count > 0;
  const active = isShown && at.text === text && at.place < count ? at.place : -1;
  const press = useEffectEvent((event: KeyboardEvent) => {
    // Arrows and Enter belong to the input method while it composes a word.
    if (event.isComposing) return;
    const step = steps[event.key];
    if (step !== undefined && !isOpen) {
      event.preventDefault();
      setOpen(true);
      setAt({ text, place: step > 0 ? 0 : -1 });
    } else if (step !== undefined && count > 0) {
      event.preventDefault();
      // The field itself is one stop of the cycle.
      setAt({ text, place: ((active + 1 + step + count + 1) % (count + 1)) - 1 });
    } else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      onChoose(active);
    } else if (event.key === 'Escape' && isShown) {
      // The next Escape is left to the browser, which empties the field.
      event.preventDefault();
      setOpen(false);
    }
  });
  useEffect(() => {
    const element = field.current;
    const listen = (event: KeyboardEvent): void => press(event);
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, [field]);
  useEffect(() => {
    field.current?.setAttribute('aria-expanded', String(isShown));
    setOrRemove(field.current, 'aria-controls', isShown ? listId : undefined);
    setOrRemove(field.current, 'aria-activedescendant', active < 0 ? undefined : optionId(listId, active));
  }, [field, listId, isShown, active]);
  return active;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function setOrRemove(element: Element | null, name: string, value: string | undefined): void {
  if (value === undefined) element?.removeAttribute(name);
  else element?.setAttribute(name, value);
}
