import { useToasts } from '#web/platform/toasts.tsx';

import { Button } from './button.tsx';
import { ShareIcon } from './icons.tsx';

/** Opens the system's share dialog with the page's URL, or copies the URL if there is none. */
export function ShareButton({ title }: { title: string }) {
  const toasts = useToasts();
  const share = async (): Promise<void> => {
    const url = window.location.origin + window.location.pathname;
    try {
      // Not every browser has it, in spite of its types.
      if (typeof navigator.share === 'function') await navigator.share({ title, url });
      else {
        await navigator.clipboard.writeText(url);
        toasts.success('The address is copied');
      }
    } catch (error) {
      // Closing the system's share dialog is no error.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      toasts.error('Sharing did not work. Copy the address from the top of the browser.');
    }
  };
  return (
    <Button variant="plain" className="needs-script -mr-2 px-2!" onClick={() => void share()}>
      <ShareIcon />
      Share
    </Button>
  );
}
