import { Avatar } from '#web/ui/avatar.tsx';

export interface TablePersonProps {
  readonly name: string;
  readonly photo: string;
  readonly email?: string;
  /** Closes the ring around the photo; left out, there is no ring. */
  readonly isVerified?: boolean;
}

/** A person in a table's cell: photo, name and e-mail address. */
export function TablePerson({ name, photo, email, isVerified }: TablePersonProps) {
  return (
    <span className="flex min-w-0 gap-x-3 gap-y-1 max-tablet:items-center tablet:max-wide:flex-col wide:items-center">
      <Avatar name={name} photo={photo} isVerified={isVerified} />
      <span className="grid min-w-0 tablet:min-w-28">
        <span className="font-semibold wrap-break-word">{name}</span>
        {email !== undefined && <span className="text-small text-quiet wrap-anywhere">{email}</span>}
      </span>
    </span>
  );
}
