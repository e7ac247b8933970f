// Stripe's request bodies and queries: form-encoded, nested with brackets, with only text values.
import { parameterFailure } from './failures.ts';

export interface Params {
  [name: string]: string | Params;
}

const deepestNesting = 6;

/** Reads `card[number]=…&expand[]=…` into nested objects; lists become objects keyed by position. */
export function parseForm(text: string): Params {
  const params = emptyParams();
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.split('[').map((key) => key.replace(/\]$/, ''));
    if (keys.length > deepestNesting) throw parameterFailure('Invalid request: nested too deep.', name);
    if (value.includes('\0')) throw parameterFailure('Invalid string: it contains a zero byte.', name);
    place(params, keys, value);
  }
  return params;
}

/** Objects without a prototype, so that no parameter's name can reach one. */
export function emptyParams(): Params {
  // Without a prototype, a field named __proto__ is an ordinary field.
  return Object.create(null) as Params;
}

/** Refuses what Stripe would refuse, so that a misspelt parameter is found before production. */
export function onlyKnown(params: Params, known: readonly string[]): void {
  for (const name of Object.keys(params)) {
    if (known.includes(name)) continue;
    throw parameterFailure(`Received unknown parameter: ${name}`, name, 'parameter_unknown');
  }
}

export function readText(params: Params | undefined, name: string): string | undefined {
  const value = params?.[name];
  if (typeof value === 'object') throw parameterFailure(`Invalid string: ${JSON.stringify(value)}`, name);
  return value === '' ? undefined : value;
}

export function requireText(params: Params | undefined, name: string): string {
  const value = readText(params, name);
  if (value === undefined)
    throw parameterFailure(`Missing required param: ${name}.`, name, 'parameter_missing');
  return value;
}

export function readInteger(params: Params | undefined, name: string): number | undefined {
  const value = readText(params, name);
  if (value === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(value))
    throw parameterFailure(`Invalid integer: ${value}`, name, 'parameter_invalid_integer');
  return Number(value);
}

export function readFlag(params: Params | undefined, name: string): boolean {
  return readText(params, name) === 'true';
}

export function readGroup(params: Params | undefined, name: string): Params | undefined {
  const value = params?.[name];
  if (typeof value === 'string') throw parameterFailure('Invalid object', name);
  return value;
}

/** A list of texts; for some parameters Stripe also accepts a single text, and so do we. */
export function readList(params: Params | undefined, name: string): string[] {
  const value = params?.[name];
  if (value === undefined) return [];
  if (typeof value === 'string') return [value];
  return Object.values(value).filter((item) => typeof item === 'string');
}

/** Applies `metadata[key]=value` to the stored metadata: an empty value removes a key, an empty `metadata` all. */
export function changeMetadata(params: Params, before: Record<string, string>): Record<string, string> {
  const changes = params['metadata'];
  if (changes === undefined) return before;
  if (changes === '') return {};
  if (typeof changes === 'string') throw parameterFailure('Invalid object', 'metadata');
  const after = new Map(Object.entries(before));
  for (const key of Object.keys(changes)) {
    const value = readText(changes, key);
    if (value === undefined) after.delete(key);
    if (value !== undefined) after.set(key, checkMetadata(key, value));
  }
  if (after.size > 50) throw parameterFailure('Metadata can have at most 50 keys.', 'metadata');
  return Object.fromEntries(after);
}

function place(params: Params, [key = '', ...deeper]: string[], value: string): void {
  const name = key === '' ? String(Object.keys(params).length) : key;
  if (deeper.length === 0) {
    params[name] = value;
    return;
  }
  const before = params[name];
  const child = typeof before === 'object' ? before : emptyParams();
  params[name] = child;
  place(child, deeper, value);
}

function checkMetadata(key: string, value: string): string {
  if (key.length > 40)
    throw parameterFailure('Metadata keys can have up to 40 characters.', `metadata[${key}]`);
  if (value.length > 500)
    throw parameterFailure('Metadata values can have up to 500 characters.', `metadata[${key}]`);
  return value;
}
