import type { ComponentType } from 'react';

/** A text page about Ringback and how it works. */
export interface Topic {
  readonly title: string;
  /** For search engines. */
  readonly description: string;
  /** One sentence about the subject of the page. */
  readonly lead: string;
  /** Whether the text is a template that the operator must adapt to the law of their country. */
  readonly isTemplate?: boolean;
  readonly Text: ComponentType;
}
