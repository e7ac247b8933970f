/**
 * The second click of a double-click does not press what the first one has brought under the pointer, such as the next
 * row's button after a row was removed, or what was below a dialog.
 */
export function ignoreStrayClicks(): void {
  let pressed: Element | null = null;
  addEventListener(
    'click',
    (event) => {
      const element = event.target instanceof Element ? event.target.closest('a, button, summary') : null;
      if (event.detail < 2) {
        pressed = element;
      } else if (element !== null && element !== pressed) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    { capture: true },
  );
}
