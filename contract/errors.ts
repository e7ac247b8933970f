/** A row of an error table: HTTP status and the message for the person. */
type ErrorRow = readonly [status: number, message: string];
export type ErrorTable = Readonly<Record<string, ErrorRow>>;

/** Errors that every endpoint may return. Each domain adds its own in its file. */
export const requestErrors = {
  'request.invalid': [400, 'Some fields are not valid. Please correct them.'],
  'request.unparsable': [400, 'The request could not be read: it is not valid JSON.'],
  'request.unauthenticated': [401, 'Please log in first.'],
  'request.forbidden': [403, 'You don’t have permission to do this.'],
  'request.email-not-confirmed': [
    403,
    'Please confirm your e-mail address first. You can have the mail sent again.',
  ],
  'request.second-factor-needed': [403, 'Please finish logging in with your second factor.'],
  'request.second-factor-missing': [
    403,
    'Admins need a passkey or an authenticator app. Set one up on your profile.',
  ],
  'request.fresh-sign-in-needed': [403, 'Please confirm that it is you, and try again.'],
  'request.suspended': [
    403,
    'Your account is suspended. You can still finish your open orders, and appeal in your dashboard.',
  ],
  'request.not-found': [404, 'This is no longer here, or its address is wrong.'],
  'request.wrong-method': [405, 'This address does not take this method.'],
  'request.too-large': [413, 'The request is too large.'],
  'request.unsupported-type': [415, 'This content type is not supported here.'],
  'request.unsupported-encoding': [415, 'The body is compressed: please send it without a Content-Encoding.'],
  'request.too-many': [429, 'Too many requests. Please wait a moment and try again.'],
  'request.aborted': [400, 'The request ended before it was complete.'],
  'request.malformed': [400, 'The request could not be read: it is not valid HTTP.'],
  'request.without-host': [400, 'The request does not name a host: HTTP/1.1 requires a Host header.'],
  'request.several-hosts': [400, 'The request names more than one host.'],
  'request.expectation': [417, 'The request expects something that this server does not do.'],
  'request.too-slow': [408, 'The request took too long to arrive.'],
  'request.headers-too-large': [431, 'The headers of the request are too large.'],
  'server.unavailable': [
    503,
    'Ringback cannot reach its database at the moment. Nothing was changed; please try again in a moment.',
  ],
  'server.interrupted': [
    503,
    'The connection to our database broke. Please check whether your change was saved before you try again.',
  ],
  'server.busy': [
    503,
    'Ringback is very busy at the moment. Nothing was changed; please try again in a moment.',
  ],
  'server.full': [
    503,
    'Ringback has no room to save anything at the moment. Nothing was changed; please try again later.',
  ],
  'server.storage-away': [
    503,
    'Ringback cannot reach the storage of its pictures at the moment. Nothing was changed; please try again in a moment.',
  ],
  'server.failed': [
    500,
    'Something went wrong on our side. Please check whether your change was saved before you try again.',
  ],
} as const satisfies ErrorTable;

/** `request.forbidden` on a call about the session, without one. */
export const notLoggedIn = 'You are not logged in. Please log in first.';

export type RequestCode = keyof typeof requestErrors;

/** `request.invalid` if the body as a whole has the wrong type: an array, a text, a number. */
export const noObject = 'The body of the request has to be a JSON object.';

/** `request.invalid` if the body contains too many levels of arrays or objects. */
export const tooDeep = 'The body of the request is nested too deeply.';

/** One wrong field: `path` is its name in the API, `message` is shown beside it. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** RFC 9457 problem details, the reply of every failed call. `message` repeats `detail` for clients of the spec. */
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
