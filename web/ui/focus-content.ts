/**
 * The focus goes with the element that had it; those who use keys go on from the page's content. To be called once an
 * answer is there: what it takes away is still shown until the next rendering.
 */
export function focusContentIfLost(): void {
  requestAnimationFrame(() => setTimeout(focusIfLost));
}

function focusIfLost(): void {
  if (document.activeElement !== document.body && document.activeElement !== null) return;
  document.getElementById('content')?.focus({ preventScroll: true });
}
