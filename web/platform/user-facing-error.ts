/** An error whose message was written for people. Other errors are shown to them with a general message. */
export class UserFacingError extends Error {
  override readonly name: string = 'UserFacingError';
}
