/** An error whose message was written for people. Of every other error they are told in general words. */
export class UserFacingError extends Error {
  override readonly name: string = 'UserFacingError';
}
