/** The type of the query cache's keys, which only the factories beside this file can make. */

/**
 * A key that `query-keys.ts` or `account-query-keys.ts` has made. An array that is written anywhere else is not one: it
 * lacks the mark, which exists for the compiler only.
 */
export type Key = readonly unknown[] & { readonly isMadeByFactory: true };

declare module '@tanstack/react-query' {
  /** The library then takes no other keys, to ask with and to invalidate. */
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

/** Makes keys of what a factory lists. For the two factories only. */
// The arrays don't have the mark, so that no smaller cast will do.
export const keysOf = <const Tree extends KeyTree>(tree: Tree): Keys<Tree> => tree as unknown as Keys<Tree>;
