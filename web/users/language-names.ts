const names = new Intl.DisplayNames('en', { type: 'language' });

/** A language's name; its code if the browser has no name for it. */
export const languageName = (code: string): string => names.of(code) ?? code;

/** "Bangla, English": in the given order. */
export const languageNames = (codes: readonly string[]): string => codes.map(languageName).join(', ');
