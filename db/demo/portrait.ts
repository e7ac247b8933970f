/** The features of a drawn face. */
export type Portrait = {
  backdrop: string;
  skin: string;
  hair: string;
  clothes: string;
  style: 'short' | 'curly' | 'long' | 'bun' | 'bald' | 'scarf' | 'cap' | 'bob';
  glasses?: boolean;
  beard?: boolean;
};
