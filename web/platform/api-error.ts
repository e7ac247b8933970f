import { isRecord } from './is-record.ts';
import { networkMessages } from './send.ts';
import { UserFacingError } from './user-facing-error.ts';

export interface FieldMessage {
  readonly path: string;
  readonly message: string;
}

/** The server refused a call: `message` is for the person, `code` for the program. */
export class ApiError extends UserFacingError {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldMessage[];
  /** The whole answer, for refusals with more fields. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, answer: unknown) {
    const body = isRecord(answer) ? answer : {};
    const { code, detail, message, title, errors } = body;
    super([message, detail, title].find(isText) ?? messageForStatus(status));
    this.status = status;
    this.code = isText(code) ? code : `http.${status}`;
    this.errors = Array.isArray(errors) ? errors.filter(isFieldMessage) : [];
    this.body = body;
  }
}

/** The message for a person about any failure; a library's own message is never shown. */
export const messageOf = (error: unknown): string =>
  error instanceof UserFacingError && error.message !== '' ? error.message : generalMessage();

/** If the browser is offline, the code that makes a call may be missing, and no request has reached the server. */
const generalMessage = (): string =>
  typeof window === 'object' && !navigator.onLine
    ? networkMessages.unreachable
    : 'Something went wrong on our side. Please try again.';

/** Whether an error is the server's refusal with this code or this status. */
export const isApiError = (error: unknown, codeOrStatus?: string | number): error is ApiError =>
  error instanceof ApiError &&
  (codeOrStatus === undefined || error.code === codeOrStatus || error.status === codeOrStatus);

/** The message for a person if the server only sent a status. */
export function messageForStatus(status: number): string {
  if (status === 404 || status === 405) return 'This is no longer here, or its address is wrong.';
  if (status === 429) return 'Too many requests. Please wait a moment and try again.';
  return generalMessage();
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isFieldMessage = (value: unknown): value is FieldMessage =>
  isRecord(value) && isText(value.path) && isText(value.message);
