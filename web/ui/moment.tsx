const moments = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** A day and an hour as people write them. Only for pages that no server renders: the reader's own time zone decides. */
export function Moment({ time }: { time: string }) {
  return (
    <time dateTime={time} className="whitespace-nowrap">
      {moments.format(new Date(time))}
    </time>
  );
}
