/**
 * Runs in the page's head: a button that is pressed before its code is there is remembered, in place of a form that
 * goes out by itself or a press that is lost. The last one counts.
 */
export const keepPresses = `addEventListener('click',function(e){var t=e.target,b=t.closest&&t.closest('[data-late] button');if(b){e.preventDefault();e.stopPropagation();b.closest('[data-late]').pressed=b}},true)`;

/** Presses what {@link keepPresses} remembered: everything that was late is there. */
export function pressLate(): void {
  for (const late of document.querySelectorAll('[data-late]')) {
    late.removeAttribute('data-late');
    if ('pressed' in late && late.pressed instanceof HTMLElement) late.pressed.click();
  }
}
