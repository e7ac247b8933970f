/**
 * Makes a field that is there already the combobox of a list below it, after the pattern "Editable Combobox With List
 * Autocomplete" of the ARIA Authoring Practices: the focus never leaves the field.
 */
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

type Field = RefObject<HTMLInputElement | null>;

/** How long the fingers rest before it is asked what is meant, in milliseconds. */
const restMs = 120;

/** What is typed into a field once the fingers rest, and whether a list about it may be open. */
export function useTyping(field: Field) {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const element = field.current;
    if (element === null) return undefined;
    let timer: ReturnType<typeof setTimeout>;
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
    element.addEventListener('input', type);
    element.addEventListener('blur', close);
    element.form?.addEventListener('submit', close);
    // What was typed while this code was on its way; what a form has filled in is nobody's question.
    if (element.value !== element.defaultValue && document.activeElement === element) type();
    return () => {
      close();
      element.removeEventListener('input', type);
      element.removeEventListener('blur', close);
      element.form?.removeEventListener('submit', close);
    };
  }, [field]);
  return { text, isOpen, setOpen };
}

export interface ListKeys {
  readonly listId: string;
  /** The options there are to go through. */
  readonly count: number;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  /** What the options are about: with another text one begins in the field again. */
  readonly text: string;
  readonly onChoose: (place: number) => void;
}

export const optionId = (listId: string, place: number): string => `${listId}-${place}`;

/**
 * Arrows go through the options, Enter takes one, Escape closes.
 *
 * @returns the place of the option that Enter takes; -1 where it takes what was typed
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
      // The field is one stop of the round.
      setAt({ text, place: ((active + 1 + step + count + 1) % (count + 1)) - 1 });
    } else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      onChoose(active);
    } else if (event.key === 'Escape' && isShown) {
      // The next Escape is the browser's: it empties the field.
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
