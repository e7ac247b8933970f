const channelName = 'ringback-auth';
/** How often we look whether the person closed the window, in milliseconds. */
const lookEveryMs = 400;
/** How long this page has to have the focus again, without a report, before the window counts as closed. */
const graceMs = 3000;

/** What the last page of the sign-in window tells the page that opened it. */
export interface PopupReport {
  readonly error?: string;
}

/**
 * Waits for the sign-in window's report; undefined when the person closed it before the end.
 *
 * A window whose pages have another opener policy than ours looks closed while the person still signs in there: only
 * when the person is back on this page, and nothing is heard for a while, was it really closed.
 */
export function waitForReport(popup: Pick<Window, 'closed'>): Promise<PopupReport | undefined> {
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
    channel.addEventListener('message', (event: MessageEvent<PopupReport>) => finish(event.data));
  });
}

/** Tells every page of ours how the sign-in ended, and closes this window. */
export function reportFromPopup(report: PopupReport): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(report);
  channel.close();
  window.close();
}
