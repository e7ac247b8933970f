import type { ComponentType } from 'react';

/** A page of text: what Ringback is and how it works. */
export interface Topic {
  readonly title: string;
  /** For search engines. */
  readonly description: string;
  /** One sentence that says what the page is about. */
  readonly lead: string;
  /** Whether the text is a start that the operator has to fit to the law of their country. */
  readonly isTemplate?: boolean;
  readonly Text: ComponentType;
}
