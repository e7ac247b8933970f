/** Checks the URL that a person sends for their photo. */
import { userErrors } from '#contract/users.ts';
import { failWith } from '#server/platform/failure.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import type * as repository from './repository.ts';

const fail = failWith(userErrors);

/**
 * Whether a URL is that of a picture uploaded here. Called in the transaction that stores it as a person's photo, so
 * that no concurrent sweep deletes the picture.
 */
export type IsUploaded = (tx: Transaction, photoUrl: string) => Promise<boolean>;

/** Accepts a photo that was uploaded here, or the current one, such as that of their Google account. */
export async function ownPhoto(
  tx: Transaction,
  row: repository.UserRow | undefined,
  url: string,
  isUploaded: IsUploaded,
): Promise<string> {
  if (url === row?.photoUrl || (isPlain(url) && (await isUploaded(tx, url)))) return url;
  throw photoUnknown();
}

/**
 * Accepts a picture on another site as well, which the spec allows. Only browsers load it, and the pages'
 * Content-Security-Policy permits nothing but our pictures and those of Google's accounts.
 */
export async function photoOfNew(tx: Transaction, url: string, isUploaded: IsUploaded): Promise<string> {
  const isAddress = /^\/(?!\/)/.test(url) || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol));
  if (!isPlain(url) || !isAddress) throw photoUnknown();
  await isUploaded(tx, url);
  return url;
}

/**
 * Whether a URL has no white space, control characters or backslashes: browsers ignore or convert them, the search for
 * a picture's hash does not.
 */
const isPlain = (url: string): boolean => !/[\u0000-\u0020\\]/.test(url);

const photoUnknown = () => fail('users.photo-unknown', { paths: ['photoURL'] });
