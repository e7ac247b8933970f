/** The focus goes with the element that had it; those who use keys go on from the page's content. */
export function focusContentIfLost(): void {
  if (document.activeElement !== document.body && document.activeElement !== null) return;
  document.getElementById('content')?.focus({ preventScroll: true });
}
