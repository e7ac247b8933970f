import { paths } from '#web/platform/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { removeLayer } from '#web/ui/use-close-on-back.ts';

/** Shown to suspended people instead of a form that would be refused. */
export const SuspendedDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    title="Your account is suspended"
    intro="You can finish your open orders; you cannot book or report anything new."
    onClose={onClose}
  >
    <LinkButton to={paths.suspension} replace onClick={() => void removeLayer()}>
      Why, and how to appeal
    </LinkButton>
  </Dialog>
);
