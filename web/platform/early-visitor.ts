/** What a visitor does while the page is there but its code is not: it must not be lost, nor cost him the page. */

interface Early {
  /** The last press of what works, or works as it should, only with our code. */
  press?: Event;
  /** The address of the page while a part of it has not woken up. */
  page?: string;
  /** Whether that part's code is on its way. */
  isComing?: boolean;
  /** Whether all of it works. */
  isAwake?: boolean;
  /** Whether he has jumped to another place on the page. */
  hasJumped?: boolean;
}

declare global {
  interface Window {
    early: Early;
  }
}

const pressable = 'main button[type="button"]:not([popovertarget]),main a[href^="/"]';

/**
 * Runs in the page's head, before the router listens. A link waits while the code that knows the short way is coming.
 * Of a jump within the page the router must not hear: it would change what stands around the part that has not woken
 * up, and React would throw away what the server rendered there.
 */
export const watchEarlyVisitor = `early={};(function(){
function isAsleep(){return early.page===location.pathname+location.search}
addEventListener('click',function(e){
var t=e.target.closest('${pressable}');
if(!t||t.hash||e.button||e.metaKey||e.ctrlKey||e.shiftKey||e.altKey)return;
if(!t.href){if(!early.isAwake)early.press=e}
else if(early.isComing&&isAsleep()){early.press=e;e.preventDefault()}
},true);
addEventListener('popstate',function(e){if(isAsleep()){early.hasJumped=true;e.stopImmediatePropagation()}})
})()`;

/** The page is there; a part of it has to wait for its code. */
export function awaitCode(): void {
  const { pathname, search } = window.location;
  window.early = { press: window.early.press, page: pathname + search, isComing: true };
}

/** The code does not come: links lead where they lead without it. */
export function goWithoutCode(): void {
  window.early.isComing = false;
  const target = pressedIn(window.early);
  if (target instanceof HTMLAnchorElement) target.click();
}

/** All of the page works: what has been held back happens. */
export function catchUp(): void {
  const early: Early = window.early;
  window.early = { isAwake: true };
  // The router reads the rest from the address and the history.
  if (early.hasJumped === true) window.dispatchEvent(new PopStateEvent('popstate'));
  const target = pressedIn(early);
  // The press of a button that is still on its way has woken the page up itself, and React takes it to its end.
  if (target instanceof HTMLAnchorElement || early.press?.eventPhase === Event.NONE) target?.click();
}

function pressedIn({ press }: Early): HTMLElement | undefined {
  if (!(press?.target instanceof Element)) return undefined;
  const target = press.target.closest<HTMLElement>(pressable);
  return target?.isConnected === true ? target : undefined;
}
