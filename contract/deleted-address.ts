/** What replaces the e-mail address of a deleted account: nobody can write to it (RFC 2606). */
const ending = '@removed.invalid';

export const deletedAddress = (personId: string): string => `${personId}${ending}`;

export const isDeletedAddress = (email: string): boolean => email.endsWith(ending);
