const channelName = 'ringback-auth';
const popupSize = 'popup,width=480,height=640';
/** How often we look whether the person closed the window, in milliseconds. */
const lookEveryMs = 400;
/** How long a report may take to arrive after the window is gone, in milliseconds. */
const graceMs = 1000;

/** What the last page of the sign-in window tells the page that opened it. */
export interface PopupReport {
  readonly error?: string;
}

/** The browser did not let us open a window. */
export class PopupBlockedError extends Error {
  override readonly name = 'PopupBlockedError';

  constructor() {
    super('Your browser blocked the sign-in window. Allow pop-ups for this site and try again.');
  }
}

/** Opens the sign-in window. Has to be called straight from a click, or the browser blocks it. */
export function openPopup(): Window {
  const popup = window.open('', 'ringback-google', popupSize);
  if (popup === null) throw new PopupBlockedError();
  return popup;
}

/** Waits for the sign-in window's report; undefined when the person closed it before the end. */
export function waitForReport(popup: Window): Promise<PopupReport | undefined> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName);
    const finish = (report?: PopupReport): void => {
      clearInterval(timer);
      channel.close();
      resolve(report);
    };
    const timer = setInterval(() => {
      if (!popup.closed) return;
      clearInterval(timer);
      setTimeout(finish, graceMs);
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
