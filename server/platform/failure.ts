import type { ErrorTable, FieldError } from '#contract/errors.ts';

export interface FailureExtras {
  /** Replaces the row's message if the case needs a more precise one. */
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  /** The fields of the request that the message is about: `errors` then repeats it for each of them. */
  readonly paths?: readonly string[];
  /** Further fields of the reply, such as the new price. */
  readonly fields?: Readonly<Record<string, Field>>;
  /** When to try again, sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** Replies without waiting for the rest of the request. */
  readonly closesConnection?: boolean;
  readonly cause?: unknown;
}

type Field =
  | string
  | number
  | boolean
  | readonly string[]
  | readonly Readonly<Record<string, string | null>>[];

/** An expected failure: a row of the contract. The error handler renders it as problem+json. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: string;
  readonly status: number;
  readonly extras: FailureExtras;

  constructor(code: string, status: number, message: string, extras: FailureExtras = {}) {
    super(message, { cause: extras.cause });
    this.code = code;
    this.status = status;
    this.extras = extras;
  }
}

/** Whether an error is the failure of this row. */
export const hasCode = (error: unknown, code: string): error is Failure =>
  error instanceof Failure && error.code === code;

/**
 * Creates the function `fail` for an error table.
 *
 * @returns `fail(code)`, which creates the failure to throw
 */
export const failWith =
  <const Table extends ErrorTable>(table: Table) =>
  (code: keyof Table & string, extras: FailureExtras = {}): Failure => {
    const row = table[code];
    if (row === undefined) throw new Error(`No error row ${code}`);
    const [status, preset] = row;
    const { detail: message = preset, paths } = extras;
    const errors = paths?.map((path) => ({ path, message }));
    return new Failure(code, status, message, errors === undefined ? extras : { ...extras, errors });
  };

/** The message of the first cause. A host with several addresses fails with one error for each. */
export function innermost(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(innermost).join(', ');
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : innermost(error.cause);
}
