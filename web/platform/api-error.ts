import * as z from 'zod/mini';

const Problem = z.object({
  code: z.optional(z.string()),
  detail: z.optional(z.string()),
  message: z.optional(z.string()),
  title: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
});

export interface FieldMessage {
  readonly path: string;
  readonly message: string;
}

/** A call that the server answered with a refusal: `message` is for the person, `code` for the program. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldMessage[];

  constructor(status: number, body: unknown) {
    const problem = z.safeParse(Problem, body);
    const { code, detail, message, title, errors } = problem.data ?? {};
    super(message ?? detail ?? title ?? wordsFor(status));
    this.status = status;
    this.code = code ?? `http.${status}`;
    this.errors = errors ?? [];
  }
}

/** What to tell a person about any failure of a call. */
export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== ''
    ? error.message
    : 'Something went wrong on our side. Please try again.';

/** Whether an error is the server's refusal with this code or this status. */
export const isApiError = (error: unknown, codeOrStatus?: string | number): error is ApiError =>
  error instanceof ApiError &&
  (codeOrStatus === undefined || error.code === codeOrStatus || error.status === codeOrStatus);

function wordsFor(status: number): string {
  if (status === 404) return 'There is nothing at this address.';
  if (status === 429) return 'That was a lot at once. Please wait a moment and try again.';
  return 'Something went wrong on our side. Please try again.';
}
