// Reads a source file's imports and exports with Vite's parser, so that comments, strings and templates are not
// mistaken for code.
import { parseSync, Visitor, type ESTree } from 'vite';

type Reference = { specifier: string; line: number };

export type Parsed = {
  /** Imports, re-exports, dynamic imports, type imports and files named by `new URL('./x.ts', import.meta.url)`. */
  references: Reference[];
  /** Lines that read `process.env`, in any spelling. */
  environmentReads: number[];
  /** The line of the first re-export, if the file contains nothing else or re-exports with a star. */
  barrelLine: number | undefined;
  /** The names of its exports, except for types and the default. */
  exportedNames: string[];
  /** The line and text of the first syntax error. */
  syntaxError: { line: number; message: string } | undefined;
};

/** Parses one file; a syntax error is reported in the result, not thrown. */
export function parseSource(path: string, source: string): Parsed {
  const { program, module, errors } = parseSync(path, source);
  const lineAt = lineFinder(source);
  const [error] = errors;
  const reExports = program.body.filter(isReExport);
  const isBarrel =
    reExports.some(isStar) || (reExports.length > 0 && reExports.length === program.body.length);
  const parsed: Parsed = {
    references: [],
    environmentReads: [],
    barrelLine: isBarrel ? lineAt(reExports[0]?.start ?? 0) : undefined,
    exportedNames: module.staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ exportName, isType }) => (isType ? [] : (exportName.name ?? []))),
    syntaxError: error && { line: lineAt(error.labels[0]?.start ?? 0), message: error.message },
  };
  const requests = [
    ...module.staticImports.map((entry) => entry.moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries[0]?.moduleRequest ?? []),
  ];
  for (const request of requests) {
    parsed.references.push({ specifier: request.value, line: lineAt(request.start) });
  }
  walk(program, parsed, lineAt);
  return parsed;
}

function isReExport(node: ESTree.Program['body'][number]): boolean {
  return isStar(node) || (node.type === 'ExportNamedDeclaration' && node.source !== null);
}

function isStar(node: ESTree.Program['body'][number]): boolean {
  return node.type === 'ExportAllDeclaration';
}

function walk(program: ESTree.Program, parsed: Parsed, lineAt: (offset: number) => number): void {
  const refer = (node: ESTree.Node | null | undefined, start: number) => {
    const specifier = literalText(node);
    if (specifier !== undefined) parsed.references.push({ specifier, line: lineAt(start) });
  };
  new Visitor({
    ImportExpression: (node) => refer(node.source, node.start),
    TSImportType: (node) => refer(node.source, node.start),
    CallExpression: (node) => {
      if (isRequire(node)) refer(node.arguments[0], node.start);
    },
    NewExpression: (node) => {
      const specifier = literalText(node.arguments[0]);
      const isFile = node.arguments[1]?.type === 'MemberExpression' && /\.tsx?$/.test(specifier ?? '');
      if (isFile && isNamed(node.callee, 'URL')) refer(node.arguments[0], node.start);
    },
    MemberExpression: (node) => {
      const property = node.computed ? literalText(node.property) : nameOf(node.property);
      if (property === 'env' && isProcess(node.object)) parsed.environmentReads.push(lineAt(node.start));
    },
    VariableDeclarator: (node) => {
      if (node.id.type !== 'ObjectPattern' || !node.init || !isProcess(node.init)) return;
      const takesEnv = node.id.properties.some(
        (item) => item.type === 'Property' && nameOf(item.key) === 'env',
      );
      if (takesEnv) parsed.environmentReads.push(lineAt(node.start));
    },
    ImportDeclaration: (node) => {
      if (!/^(node:)?process$/.test(node.source.value)) return;
      const takesEnv = node.specifiers.some(
        (item) => item.type === 'ImportSpecifier' && nameOf(item.imported) === 'env',
      );
      if (takesEnv) parsed.environmentReads.push(lineAt(node.start));
    },
  }).visit(program);
}

function isRequire({ callee }: ESTree.CallExpression): boolean {
  if (isNamed(callee, 'require')) return true;
  return (
    callee.type === 'MemberExpression' &&
    callee.object.type === 'MetaProperty' &&
    nameOf(callee.property) === 'resolve'
  );
}

function isProcess(node: ESTree.Node): boolean {
  if (isNamed(node, 'process')) return true;
  return (
    node.type === 'MemberExpression' &&
    isNamed(node.object, 'globalThis') &&
    nameOf(node.property) === 'process'
  );
}

function isNamed(node: ESTree.Node, name: string): boolean {
  return nameOf(node) === name;
}

function nameOf(node: ESTree.Node): string | undefined {
  return node.type === 'Identifier' ? node.name : undefined;
}

function literalText(node: ESTree.Node | null | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}

function lineFinder(source: string): (offset: number) => number {
  const starts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => starts.filter((start) => start <= offset).length;
}
