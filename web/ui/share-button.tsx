import { useToasts } from '#web/platform/toasts.tsx';

import { Button } from './button.tsx';
import { icon } from './icon.tsx';

const ShareIcon = icon(<path d="M12 15V4M8 7.5 12 3.5l4 4M6 11.5H5v9h14v-9h-1" />);

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
