import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { parseSync, Visitor } from 'vite';

import { filesOf, type Names } from './new-domain-templates.ts';

/** An invalid request; its message is for the person at the keyboard. */
class Refusal extends Error {}

/**
 * Adds a domain to the codebase below `root`: a first file in every layer, and the lines that connect it.
 *
 * Everything is computed before the first file is written.
 *
 * @returns the paths written
 * @throws Refusal for a bad or taken name, or if the files to be changed do not look as expected
 */
export async function addDomain(root: string, domain: string): Promise<string[]> {
  const names = namesOf(domain);
  const domains = await readFile(join(root, 'contract/domains.ts'), 'utf8');
  if (domains.includes(`'${domain}'`))
    throw new Refusal(`${domain} is a domain of contract/domains.ts already.`);
  const files = filesOf(names);
  for (const path of files.keys()) {
    if (await exists(join(root, path)))
      throw new Refusal(`${path} exists already: choose another domain or remove it.`);
  }
  for (const [path, wire] of wirings) {
    files.set(path, wire(await readFile(join(root, path), 'utf8'), names, path));
  }
  for (const [path, text] of files) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return [...files.keys()];
}

async function main(domain: string | undefined): Promise<void> {
  try {
    if (domain === undefined) throw new Refusal('Name the domain: npm run new:domain reviews');
    const paths = await addDomain(fileURLToPath(new URL('..', import.meta.url)), domain);
    console.log(paths.map((path) => `  ${path}`).join('\n'));
    console.log(stepsAfter(domain));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

const stepsAfter = (domain: string): string => `
Next:
  1. npm run db:generate -- --name=${domain}, and read the SQL.
  2. Show ${domain} on a page of web/routes/: until then the check reports the component as unused.
  3. Add the calls to testing/endpoint-requests.ts and docs/api.md, and the list to contract/api.test.ts.
  4. Add the domain to README.md, docs/architecture.md and docs/glossary.md.
  5. npm test`;

const reserved = new Set(['utils', 'helpers', 'types', 'routes', 'styles', 'domains']);

/** A domain is one lower-case plural: its singular names the object, its plural the folder, table and path. */
function namesOf(domain: string): Names {
  if (!/^[a-z]{3,}s$/.test(domain) || domain.endsWith('ss')) {
    throw new Refusal(
      `A domain is a plural in lower-case letters, such as reviews; ${JSON.stringify(domain)} is not.`,
    );
  }
  if (reserved.has(domain)) throw new Refusal(`${domain} names no thing: choose the word that people use.`);
  const one = domain
    .replace(/ies$/, 'y')
    .replace(/(?<=x|ch|sh|ss)es$/, '')
    .replace(/s$/, '');
  return { domain, one, Domain: capitalise(domain), One: capitalise(one) };
}

type Wire = (text: string, names: Names, path: string) => string;

const wirings: [path: string, wire: Wire][] = [
  [
    'contract/domains.ts',
    (text, { domain }, path) => afterLast(text, /^ {2}'[a-z]+',$/gm, `  '${domain}',`, path),
  ],
  [
    'contract/api.ts',
    (text, { domain }, path) => {
      const withImport = inOrder(
        text,
        /^import \* as [a-z]+ from '\.\/[a-z]+\.ts';$/gm,
        `import * as ${domain} from './${domain}.ts';`,
        path,
      );
      return replaceOnce(
        withImport,
        /^(const exportsByDomain = \{\n(?: {2}.+\n)+)\};$/m,
        `$1  ${domain},\n};`,
        path,
      );
    },
  ],
  [
    'server/personal-data.ts',
    (text, { domain, one }, path) => {
      const withImport = inOrder(
        text,
        /^import \{ \w+Data \} from '#server\/[a-z]+\/personal-data\.ts';$/gm,
        `import { ${one}Data } from '#server/${domain}/personal-data.ts';`,
        path,
      );
      return afterLast(withImport, /^ {2}\w+Data,$/gm, `  ${one}Data,`, path);
    },
  ],
  [
    'server/app.ts',
    (text, { domain, one }, path) => {
      const withImport = inOrder(
        text,
        /^import \{ .*\w+Routes\b.* \} from '#server\/[a-z]+\/routes\.ts';$/gm,
        `import { ${one}Routes } from '#server/${domain}/routes.ts';`,
        path,
      );
      return afterLastRoutes(withImport, `${one}Routes(api, deps);`, path);
    },
  ],
];

/** Inserts a line after the last match. */
function afterLast(text: string, pattern: RegExp, line: string, path: string): string {
  const last = [...text.matchAll(pattern)].at(-1);
  if (last === undefined) throw unexpected(path, line);
  const end = last.index + last[0].length;
  return `${text.slice(0, end)}\n${line}${text.slice(end)}`;
}

/** Inserts a statement after the last call such as `reportRoutes(api, …)`, however many lines that call takes. */
function afterLastRoutes(text: string, statement: string, path: string): string {
  let end = -1;
  let indent = '';
  new Visitor({
    ExpressionStatement: ({ expression, start, end: endOfCall }) => {
      const call = expression.type === 'AwaitExpression' ? expression.argument : expression;
      if (call.type !== 'CallExpression' || endOfCall < end) return;
      const {
        callee,
        arguments: [first],
      } = call;
      const isMatch = callee.type === 'Identifier' && /^[a-z]\w*Routes$/.test(callee.name);
      if (!isMatch || first?.type !== 'Identifier' || first.name !== 'api') return;
      end = endOfCall;
      indent = text.slice(text.lastIndexOf('\n', start) + 1, start);
    },
  }).visit(parseSync(path, text).program);
  if (end === -1) throw unexpected(path, statement);
  return `${text.slice(0, end)}\n${indent}${statement}${text.slice(end)}`;
}

/** Inserts an import among similar ones, in the alphabetical order of their files. */
function inOrder(text: string, pattern: RegExp, line: string, path: string): string {
  const later = [...text.matchAll(pattern)].find(([found]) => specifierOf(found) > specifierOf(line));
  if (later === undefined) return afterLast(text, pattern, line, path);
  return `${text.slice(0, later.index)}${line}\n${text.slice(later.index)}`;
}

function replaceOnce(text: string, pattern: RegExp, replacement: string, path: string): string {
  if (!pattern.test(text)) throw unexpected(path, replacement);
  return text.replace(pattern, replacement);
}

function unexpected(path: string, line: string): Refusal {
  return new Refusal(
    `${path} does not look as expected: there is no place for ${line.trim()}. Nothing was written.`,
  );
}

function specifierOf(line: string): string {
  return line.slice(line.lastIndexOf("from '"));
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

if (import.meta.main) await main(process.argv[2]);
