/** How long what is stored about people stays. */
export interface PrivacyTerms {
  /** How old the oldest backup of the database gets, in days. */
  readonly backupDays: number;
  /** For so many days a deletion can be taken back; then the account is erased. */
  readonly eraseDays: number;
}

/** Reads a setting that is a number of at least `least`, or `preset` where nothing is set. */
type ReadNumber = (name: string, preset: number, least: number) => number;

export const readPrivacy = (read: ReadNumber): PrivacyTerms => ({
  backupDays: read('BACKUP_DAYS', 30, 0),
  eraseDays: read('ACCOUNT_ERASE_DAYS', 14, 0),
});
