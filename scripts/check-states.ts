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
    [...builtWriters(text, tables), ...writtenWriters(text, tables)].map(({ index, what }) => ({
      path,
      line: text.slice(0, index).split('\n').length,
      what: `${what}: use transition() of server/platform/states`,
    })),
  );
}

type Found = { index: number; what: string };

/**
 * `.update(bookings).set({ state })`, also with a variable or a spread of unknown content,
 * `.insert(bookings).values({ state })`, and what an insertion sets on a conflict.
 */
function builtWriters(text: string, tables: readonly string[]): Found[] {
  const anyTable = `(${tables.join('|')})`;
  const calls = [
    String.raw`\.(?:update|insert)\(\s*${anyTable}\s*\)[^;]*?\.(set|values)\(`,
    String.raw`\.insert\(\s*${anyTable}\s*\)[^;]*?\.(onConflictDoUpdate)\(`,
  ].flatMap((pattern) => [...text.matchAll(new RegExp(pattern, 'g'))]);
  return calls.flatMap((call) => {
    const [opening, table, method] = call;
    const written = argumentAt(text, call.index + opening.length);
    const names = /(?<![\w.])(?:state|'state'|\['state'\])\s*[:,}]/.test(written);
    const isOpen = /\.\.\.(?!\(?\{)|^\s*\w+\s*$/.test(written);
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

/** `update bookings set state = …`, in upper or lower case, with or without quotes. */
function writtenWriters(text: string, tables: readonly string[]): Found[] {
  const statement = new RegExp(
    String.raw`\bupdate\s+(?:only\s+)?(?:\$\{)?"?(${tables.join('|')})\b"?\}?(?:\s+as)?(?:\s+\w+)?\s+set\b((?:(?!\bwhere\b|\bfrom\b)[^;])*)`,
    'gi',
  );
  const insertion = new RegExp(
    String.raw`\binsert\s+into\s+(?:\$\{)?"?(${tables.join('|')})\b"?\}?\s*\(([^)]*)\)`,
    'gi',
  );
  return [...text.matchAll(statement), ...text.matchAll(insertion)].flatMap(
    ({ index, 1: table, 2: columns = '' }) =>
      /(?<![\w.])"?state"?\s*(?:[=,)]|$)/i.test(columns)
        ? [{ index, what: `writes the state of ${table}` }]
        : [],
  );
}

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
