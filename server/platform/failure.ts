import type { ErrorTable, FieldError } from '#contract/errors.ts';

export interface FailureExtras {
  /** Replaces the row's words where the case needs more than they say. */
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  /** Further fields of the answer, such as the new price. */
  readonly fields?: Readonly<Record<string, Field>>;
  /** When it makes sense to try again, as the answer's `Retry-After` says it. */
  readonly retryAfterSeconds?: number;
  /** The rest of the request is not waited for. */
  readonly closesConnection?: boolean;
  readonly cause?: unknown;
}

type Field =
  | string
  | number
  | boolean
  | readonly string[]
  | readonly Readonly<Record<string, string | null>>[];

/** An expected failure: a coded row of the contract. The one error handler renders it as problem+json. */
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

/**
 * Makes the `fail` of a word from its error table.
 *
 * @returns `fail(code)`, which gives the failure to throw
 */
export const failWith =
  <const Table extends ErrorTable>(table: Table) =>
  (code: keyof Table & string, extras: FailureExtras = {}): Failure => {
    const row = table[code];
    if (row === undefined) throw new Error(`No error row ${code}`);
    const [status, message] = row;
    return new Failure(code, status, extras.detail ?? message, extras);
  };
