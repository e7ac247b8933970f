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
 * `.update(bookings).set({ state })`, also with a spread of unknown content, and `.insert(bookings).values({ state })`.
 */
function builtWriters(text: string, tables: readonly string[]): Found[] {
  const calls = new RegExp(
    String.raw`\.(?:update|insert)\(\s*(${tables.join('|')})\s*\)[^;]*?\.(set|values)\(`,
    'g',
  );
  return [...text.matchAll(calls)].flatMap((call) => {
    const [opening, table, method] = call;
    const written = argumentAt(text, call.index + opening.length);
    const names = /(?<![\w.])state\s*[:,}]/.test(written);
    const hides = method === 'set' && /\.\.\.(?!\(?\{)/.test(written) && !namesItsColumns(text, written);
    if (names) return [{ index: call.index, what: `writes the state of ${table}` }];
    return hides ? [{ index: call.index, what: `may write the state of ${table} by a spread` }] : [];
  });
}

/** A spread of a parameter whose type lists its columns without the state. */
function namesItsColumns(text: string, written: string): boolean {
  const [, name = ''] = /\.\.\.(\w+)/.exec(written) ?? [];
  const [, columns] = new RegExp(String.raw`\b${name}: Partial<\s*Pick<\s*\w+,\s*([^>]*)>`).exec(text) ?? [];
  return columns !== undefined && !columns.includes(`'state'`);
}

/** `update bookings set state = …`, in upper or lower case, with or without quotes. */
function writtenWriters(text: string, tables: readonly string[]): Found[] {
  const statement = new RegExp(
    String.raw`\bupdate\s+(?:\$\{)?"?(${tables.join('|')})\b"?\}?(?:\s+as)?(?:\s+\w+)?\s+set\b((?:(?!\bwhere\b|\bfrom\b)[^;])*)`,
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
