import { useToasts } from '#web/platform/toasts.tsx';

import { Button } from './button.tsx';
import { ShareIcon } from './icons.tsx';

/** Hands the page's address to the system's sharing, or copies it where there is none. */
export function ShareButton({ title }: { title: string }) {
  const toasts = useToasts();
  const share = async (): Promise<void> => {
    const url = window.location.origin + window.location.pathname;
    try {
      // Not every browser has it, whatever its types say.
      if (typeof navigator.share === 'function') await navigator.share({ title, url });
      else {
        await navigator.clipboard.writeText(url);
        toasts.success('The address is copied');
      }
    } catch (error) {
      // Closing the system's sharing is no failure.
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
