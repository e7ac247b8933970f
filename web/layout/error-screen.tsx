import { isRouteErrorResponse, useRouteError } from 'react-router';

import { isApiError, messageForStatus, messageOf } from '#web/platform/api-error.ts';
import { paths } from '#web/platform/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { ErrorPicture } from '#web/ui/error-picture.tsx';

/** As specified. */
export const errorTitle = 'Somethings Went Wrong....';

/** The error page's content for any value that a route or a loader threw. */
export function ErrorScreen() {
  return <ErrorContent {...describe(useRouteError())} />;
}

/** The error page's content: what happened, and a link home. */
export function ErrorContent({ status, message }: { status?: number; message: string }) {
  return (
    <section
      className="mx-auto flex max-w-prose flex-col items-center gap-4 px-4 py-10 text-center"
      role="alert"
    >
      <ErrorPicture status={status} />
      <h1 className="text-head tablet:text-claim">{errorTitle}</h1>
      <p className="text-lead text-quiet">{message}</p>
      <LinkButton to={paths.home} className="mt-4">
        Home
      </LinkButton>
    </section>
  );
}

function describe(error: unknown): { status?: number; message: string } {
  if (isApiError(error)) return { status: error.status, message: error.message };
  if (!isRouteErrorResponse(error)) return { message: messageOf(error) };
  return {
    status: error.status,
    message: wordsOf(error.data) ?? messageForStatus(error.status),
  };
}

function wordsOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('message' in body)) return undefined;
  return typeof body.message === 'string' ? body.message : undefined;
}
