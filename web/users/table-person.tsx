import { isDeletedAddress } from '#contract/deleted-address.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

import { EmailText } from './email-text.tsx';

export interface TablePersonProps {
  readonly name: string;
  readonly photo: string;
  readonly email?: string;
  /** The page that the name links to. */
  readonly to?: string;
  /** Closes the ring around the photo; if left out, there is no ring. */
  readonly isVerified?: boolean;
  /** For tables with many columns: the name is below the photo, where long ones have more room. */
  readonly isStacked?: boolean;
}

/** A person in a table's cell: photo, name and e-mail address. */
export function TablePerson({ name, photo, email, to, isVerified, isStacked = false }: TablePersonProps) {
  const wide = isStacked ? 'wide:flex-col' : 'wide:items-center';
  return (
    <span
      className={`flex min-w-0 gap-x-2 gap-y-1 max-tablet:items-center tablet:gap-x-3 tablet:max-wide:flex-col ${wide}`}
    >
      <Avatar name={name} photo={photo} isVerified={isVerified} className="size-8 tablet:size-10" />
      <span className={`grid min-w-0 tablet:min-w-32 ${isStacked ? 'wide:min-w-44' : ''}`}>
        <span className="font-semibold wrap-anywhere">
          {to === undefined ? (
            name
          ) : (
            <SiteLink to={to} className="underline underline-offset-3">
              {name}
            </SiteLink>
          )}
        </span>
        {email !== undefined && !isDeletedAddress(email) && (
          <span className="text-small text-quiet">
            <EmailText email={email} />
          </span>
        )}
      </span>
    </span>
  );
}
