/** Finds code that writes a state column without `transition()`, and so without history and events. */
export type Writer = { path: string; line: number; what: string };

/** `transition()` itself, and the reservation, which writes hold, history and events in one statement. */
const allowed = ['server/platform/states/transition.ts', 'server/bookings/book-product.ts'];

/**
 * Searches the server's and the database's code for statements that write the state of a machine's table, built or as
 * SQL. The calls of `storedMachine` name these tables.
 */
export function findStateWriters(files: ReadonlyMap<string, string>): Writer[] {
  const ours = [...files].filter(
    ([path]) => /^(server|db)\/.*\.ts$/.test(path) && !path.endsWith('.test.ts') && !allowed.includes(path),
  );
  const tables = ours.flatMap(([, text]) =>
    [...text.matchAll(/\bstoredMachine\(\s*\w+,\s*(\w+)/g)].map(([, table = '']) => table),
  );
  if (tables.length === 0) return [];
  return ours.flatMap(([path, text]) =>
    writersIn(text, namedIn(text, tables)).map(({ index, what }) => ({
      path,
      line: text.slice(0, index).split('\n').length,
      what: `${what}: use transition() of server/platform/states`,
    })),
  );
}

type Found = { index: number; what: string };

const writersIn = (text: string, tables: readonly string[]): Found[] => [
  ...builtWriters(text, tables),
  ...writtenWriters(text, tables),
];

/** The tables and the other names that a file gives them: `import { bookings as holds }`, `const table = bookings;`. */
const namedIn = (text: string, tables: readonly string[]): string[] => [
  ...tables,
  ...[...text.matchAll(/\b(\w+) as (\w+)\b/g)].flatMap(([, table = '', name = '']) =>
    tables.includes(table) ? [name] : [],
  ),
  ...[...text.matchAll(/\b(?:const|let) (\w+) = (?:\w+\.)?(\w+);/g)].flatMap(([, name = '', table = '']) =>
    tables.includes(table) ? [name] : [],
  ),
];

/**
 * `.update(bookings).set({ state })`, also with a variable or a spread of unknown content,
 * `.insert(bookings).values({ state })`, and what an insertion sets on a conflict.
 */
function builtWriters(text: string, tables: readonly string[]): Found[] {
  const anyTable = String.raw`(?:\w+\.)?(${tables.join('|')})`;
  const calls = [
    String.raw`\.(?:update|insert)\(\s*${anyTable}\s*\)[^;]*?\.(set|values)\(`,
    String.raw`\.insert\(\s*${anyTable}\s*\)[^;]*?\.(onConflictDoUpdate)\(`,
  ].flatMap((pattern) => [...text.matchAll(new RegExp(pattern, 'g'))]);
  return calls.flatMap((call) => {
    const [opening, table, method] = call;
    const written = argumentAt(text, call.index + opening.length);
    const names = /(?<![\w.])(?:state|'state'|\['state'\])\s*[:,}]/.test(written);
    const isOpen = /\.\.\.(?!\(?\{)|^\s*\w+\s*$|\[\w[\w.]*\]\s*:/.test(written);
    const hides = method !== 'values' && isOpen && !leavesOutState(text, written);
    if (names) return [{ index: call.index, what: `writes the state of ${table}` }];
    return hides ? [{ index: call.index, what: `may write the state of ${table}` }] : [];
  });
}

/** Whether a variable, or a spread of it, has no state: by its type, or because the state was removed from it. */
function leavesOutState(text: string, written: string): boolean {
  const [, name = ''] = /(?:\.\.\.|^\s*)(\w+)/.exec(written) ?? [];
  const declarations = text.matchAll(new RegExp(String.raw`\b${name}: (\w+(?:<[^)]*)?)`, 'g'));
  return (
    text.includes(`{ state, ...${name} } =`) ||
    [...declarations].some(([, declared = '']) => {
      const [word = ''] = /^\w+$/.exec(declared) ?? [];
      const [, alias] = new RegExp(String.raw`\btype ${word} = ([^;]*);`).exec(text) ?? [];
      const type = alias ?? declared;
      const picked = /Partial<\s*Pick<\s*\w+,\s*([^>]*)>/.exec(type)?.[1];
      return (picked !== undefined && !picked.includes(`'state'`)) || /Omit<[^>]*'state'/.test(type);
    })
  );
}

/** `update bookings set state = …`, in upper or lower case, with or without quotes; and what inserts or merges it. */
function writtenWriters(text: string, tables: readonly string[]): Found[] {
  const anyTable = String.raw`(?:only\s+)?(?:\$\{(?:\w+\.)?)?(?:"?public"?\.)?"?(${tables.join('|')})\b"?\}?`;
  const matchesOf = (pattern: string) => [...withoutQueries(text).matchAll(new RegExp(pattern, 'gi'))];
  const assigned = String.raw`((?:(?!\bwhere\b|\bfrom\b)[^;])*)`;
  const writers = [
    ...matchesOf(String.raw`\bupdate\s+${anyTable}(?:\s+as)?(?:\s+\w+)?\s+set\b${assigned}`),
    ...matchesOf(String.raw`\binsert\s+into\s+${anyTable}[^;\x60]*?\bdo\s+update\s+set\b${assigned}`),
    ...matchesOf(String.raw`\binsert\s+into\s+${anyTable}\s*\(([^)]*)\)`),
  ].filter(([, , columns = '']) => /(?:(?<![\w.])["']?|\.)state(?:["}]|'\)\})?\s*(?:[=,)]|$)/i.test(columns));
  // Without a list of columns, all are written.
  const whole = matchesOf(
    String.raw`\b(?:insert\s+into\s+${anyTable}\s+(?=values|select)|merge\s+into\s+${anyTable})`,
  );
  return [...writers, ...whole].map(({ index, 1: first, 2: second }) => ({
    index,
    what: `writes the state of ${first ?? second}`,
  }));
}

/** The same text at the same places, with blanks for queries in brackets, whose conditions may name a state. */
const withoutQueries = (text: string): string =>
  text.replaceAll(/\(\s*select\b(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/gi, (query) =>
    query.replaceAll(/\S/g, ' '),
  );

/** The text of a call's arguments, up to the closing bracket. */
function argumentAt(text: string, start: number): string {
  let depth = 1;
  let end = start;
  for (; depth > 0 && end < text.length; end += 1) {
    if (text[end] === '(') depth += 1;
    if (text[end] === ')') depth -= 1;
  }
  return text.slice(start, end - 1);
}
