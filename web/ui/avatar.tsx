import { Ring } from './ring.tsx';

export interface AvatarProps {
  readonly name: string;
  /** Empty if the person has no picture: their first letter is shown. */
  readonly photo: string;
  /** Closes the ring around the photo. If left out, there is no ring. */
  readonly isVerified?: boolean;
  readonly className?: string;
}

/** A person's photo. Beside their name it is decorative, so it has no accessible name. */
export function Avatar({ name, photo, isVerified, className = 'size-11' }: AvatarProps) {
  if (isVerified === undefined) return <Face name={name} photo={photo} className={className} />;
  return (
    <Ring value={isVerified ? 1 : 0} className={className}>
      <Face name={name} photo={photo} className="size-full" />
    </Ring>
  );
}

function Face({ name, photo, className }: { name: string; photo: string; className: string }) {
  return (
    <span
      className={`grid shrink-0 place-items-center overflow-hidden rounded-pill bg-sunken text-small font-semibold text-quiet ${className}`}
    >
      {photo === '' ? (
        <span aria-hidden="true">{initialOf(name)}</span>
      ) : (
        <img
          src={photo}
          alt=""
          width={44}
          height={44}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      )}
    </span>
  );
}

/** A whole character: half of an emoji is invalid text, and would change on its way from the server to the page. */
const initialOf = (name: string): string => /./u.exec(name.trim())?.[0].toUpperCase() ?? '?';
