/** The type of the query cache's keys, which only the factories beside this file can create. */

/**
 * A key made by `query-keys.ts` or `account-query-keys.ts`. Any other array lacks the mark, which exists only for the
 * compiler.
 */
export type Key = readonly unknown[] & { readonly isMadeByFactory: true };

declare module '@tanstack/react-query' {
  /** The library then accepts no other keys, in queries and invalidations. */
  interface Register {
    queryKey: Key;
  }
}

type Parts = readonly unknown[];

interface KeyTree {
  readonly [name: string]: Parts | ((...of: never[]) => Parts) | KeyTree;
}

type Keys<Tree> = {
  readonly [Name in keyof Tree]: Tree[Name] extends Parts
    ? Key
    : Tree[Name] extends (...of: infer Of) => Parts
      ? (...of: Of) => Key
      : Keys<Tree[Name]>;
};

/** Creates the keys that a factory lists. For the two factories only. */
// The arrays don't have the mark, so no smaller cast is possible.
export const keysOf = <const Tree extends KeyTree>(tree: Tree): Keys<Tree> => tree as unknown as Keys<Tree>;
