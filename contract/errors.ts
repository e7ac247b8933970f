/** A row of an error table: HTTP status and the words for the person. */
type ErrorRow = readonly [status: number, message: string];
export type ErrorTable = Readonly<Record<string, ErrorRow>>;

/** Errors of the transport, which every endpoint may answer. Each word adds rows of its own in its file. */
export const requestErrors = {
  'request.invalid': [400, 'Some fields need another look.'],
  'request.unparsable': [400, 'The request could not be read: it is not valid JSON.'],
  'request.unauthenticated': [401, 'Please log in first.'],
  'request.forbidden': [403, 'This is not yours to do.'],
  'request.unconfirmed': [403, 'Please confirm your e-mail address first. You can have the mail sent again.'],
  'request.not-found': [404, 'There is nothing at this address.'],
  'request.too-large': [413, 'The request is larger than this call takes.'],
  'request.unsupported-type': [415, 'This call takes another content type.'],
  'request.too-many': [429, 'That was a lot at once. Please wait a moment and try again.'],
  'request.aborted': [400, 'The request ended before it was whole.'],
  'request.malformed': [400, 'The request could not be read: it is not valid HTTP.'],
  'request.too-slow': [408, 'The request took too long to arrive.'],
  'request.headers-too-large': [431, 'The headers of the request are larger than this server takes.'],
  'server.unavailable': [
    503,
    'Ringback cannot reach its database at the moment. Nothing was changed; please try again in a moment.',
  ],
  'server.interrupted': [
    503,
    'The connection to our database broke. Please look whether it was done before you try again.',
  ],
  'server.failed': [500, 'Something went wrong on our side. Nothing was changed; please try again.'],
} as const satisfies ErrorTable;

/** One wrong field: `path` is the wire's field name, `message` is shown beside it. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** RFC 9457 problem details as every failed call answers them. `message` repeats `detail` for clients of the spec. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly message: string;
  readonly code: string;
  readonly requestId?: string;
  readonly errors?: readonly FieldError[];
}
