import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { PictureInfo } from '#contract/picture.ts';
import { Picture } from '#web/ui/picture.tsx';

export interface TablePhoneProps {
  /** The phone's page, or the page of what was done with it. */
  readonly to: string;
  readonly model: string;
  readonly image: string;
  readonly picture?: PictureInfo;
  /** A line below the model. */
  readonly note?: ReactNode;
  /** For tables with many columns: where they are narrow, the model is below the picture. */
  readonly isStacked?: boolean;
}

/** A phone in a table's cell: picture, model and a line about it, all of it a link. */
export function TablePhone({ to, model, image, picture, note, isStacked = false }: TablePhoneProps) {
  const narrow = isStacked ? 'tablet:max-wide:flex-col tablet:max-wide:items-start' : '';
  return (
    <Link
      to={to}
      className={`group flex min-w-0 items-center gap-3 rounded-control max-tablet:w-full max-tablet:flex-wrap ${narrow}`}
    >
      {/* The model beside it describes the picture. */}
      <Picture
        {...picture}
        src={image}
        alt=""
        sizes="4rem"
        className="aspect-4/5 w-16 shrink-0 rounded-control tablet:w-12"
      />
      {/* Below the picture if large letters leave too little room beside it. */}
      <span className="grid min-w-0 gap-0.5 max-tablet:grow max-tablet:basis-24 tablet:min-w-24 wide:min-w-28">
        <span className="font-semibold wrap-anywhere group-hover:underline">{model}</span>
        {note !== undefined && (
          <span className="text-small font-normal text-quiet wrap-anywhere">{note}</span>
        )}
      </span>
    </Link>
  );
}
