/** Which addresses a person may give for their photo. */
import { userErrors } from '#contract/users.ts';
import { failWith } from '#server/platform/failure.ts';
import type { Transaction } from '#server/platform/postgres/database.ts';
import type * as repository from './repository.ts';

const fail = failWith(userErrors);

/**
 * Whether an address is that of a picture that was uploaded here. In the transaction that stores it as a person's photo:
 * no sweep under way deletes the picture.
 */
export type IsUploaded = (tx: Transaction, photoUrl: string) => Promise<boolean>;

/** A photo was uploaded here, or is the one that the person has already: that of their Google account stays. */
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
 * A client of the spec may name a picture that lies elsewhere. It is an address that browsers only ever load, and the
 * pages' Content-Security-Policy has them load nothing but pictures of ours and of Google's accounts.
 */
export async function photoOfNew(tx: Transaction, url: string, isUploaded: IsUploaded): Promise<string> {
  const isAddress = /^\/(?!\/)/.test(url) || (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol));
  if (!isPlain(url) || !isAddress) throw photoUnknown();
  await isUploaded(tx, url);
  return url;
}

/** Browsers read an address past its line breaks and backslashes; what looks for a picture's hash does not. */
const isPlain = (url: string): boolean => !/[\u0000-\u0020\\]/.test(url);

const photoUnknown = () =>
  fail('users.photo-unknown', {
    errors: [{ path: 'photoURL', message: userErrors['users.photo-unknown'][1] }],
  });
