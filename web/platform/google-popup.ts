const channelName = 'ringback-auth';
/** How often to check whether the person closed the window, in milliseconds. */
const lookEveryMs = 400;
/**
 * How long this page must have the focus again, without a report, before the window counts as closed, in milliseconds.
 */
const graceMs = 3000;

/** The report of the sign-in window's last page to the page that opened it. */
export interface PopupReport {
  readonly error?: string;
}

/**
 * Waits for the sign-in window's report; undefined if the person closed it before the end.
 *
 * A window whose pages have another opener policy than ours looks closed while the person still signs in there.
 * Therefore it counts as closed only once the person is back on this page and no report arrives for a while.
 *
 * @param signal closes the window; if the browser does not allow that, a later report is ignored
 */
export function waitForReport(
  popup: Pick<Window, 'closed' | 'close'>,
  signal: AbortSignal,
): Promise<PopupReport | undefined> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName);
    const finish = (report?: PopupReport): void => {
      clearInterval(timer);
      channel.close();
      resolve(report);
    };
    let backForMs = 0;
    const timer = setInterval(() => {
      backForMs = popup.closed && document.hasFocus() ? backForMs + lookEveryMs : 0;
      if (backForMs >= graceMs) finish();
    }, lookEveryMs);
    const leave = (): void => {
      popup.close();
      finish();
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    channel.addEventListener('message', (event: MessageEvent<PopupReport>) => finish(event.data));
  });
}

/** Reports to all our pages how the sign-in ended, and closes this window. */
export function reportFromPopup(report: PopupReport): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(report);
  channel.close();
  window.close();
}
