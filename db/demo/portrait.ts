/** What tells one drawn face from another. */
export type Portrait = {
  backdrop: string;
  skin: string;
  hair: string;
  clothes: string;
  style: 'short' | 'curly' | 'long' | 'bun' | 'bald' | 'scarf' | 'cap' | 'bob';
  glasses?: boolean;
  beard?: boolean;
};
