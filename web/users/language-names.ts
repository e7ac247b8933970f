const names = new Intl.DisplayNames('en', { type: 'language' });

/** A language's name; its code where the browser knows none. */
export const languageName = (code: string): string => names.of(code) ?? code;

/** "Bangla, English": in the order in which they are given. */
export const languageNames = (codes: readonly string[]): string => codes.map(languageName).join(', ');
