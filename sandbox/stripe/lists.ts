// Read-only operations: GET of single objects and of lists, newest first, with Stripe's cursors.
import { ok, type Answer, type Call, type Operation } from './call.ts';
import { missingFailure, parameterFailure } from './failures.ts';
import { onlyKnown, readInteger, readList, readText, type Params } from './form.ts';
import { findOwnObject, listObjects, type Database, type ListFilter, type StoredObjects } from './store.ts';

type Kind = keyof StoredObjects;

export function retrieve(kind: Kind): Operation {
  return async (db, call) => {
    const found = await findOwnObject(db, kind, call.id, call.account);
    if (found === undefined) throw missingFailure(kind, call.id);
    return ok(found);
  };
}

/**
 * A list; `parentParam` names the parameter that filters by the parent object, `fieldParams` those that filter by a
 * field's value.
 */
export function list(kind: Kind, parentParam?: string, ...fieldParams: readonly string[]): Operation {
  return (db, call) => listPage(db, call, kind, { parentParam, fieldParams });
}

interface Narrowing {
  parentParam?: string | undefined;
  fieldParams?: readonly string[];
  /** Parameters that the caller has read into `filter`. */
  ownParams?: readonly string[];
  filter?: Partial<ListFilter>;
}

/** The page of a list that the parameters describe. */
export async function listPage(
  db: Database,
  call: Call,
  kind: Kind,
  { parentParam, fieldParams = [], ownParams = [], filter = {} }: Narrowing,
): Promise<Answer> {
  const own = kind === 'event' ? ['type', 'types'] : [];
  onlyKnown(call.params, [...pageParams, ...own, ...ownParams, ...fieldParams].concat(parentParam ?? []));
  const types =
    kind === 'event' ? readList(call.params, 'types').concat(readText(call.params, 'type') ?? []) : [];
  const { data, hasMore } = await listObjects(db, kind, {
    limit: readLimit(call.params),
    parent: parentParam && readText(call.params, parentParam),
    account: call.account,
    fields: readFields(call.params, fieldParams),
    types: types.length > 0 ? types : undefined,
    startingAfter: await readCursor(db, kind, call, 'starting_after'),
    endingBefore: await readCursor(db, kind, call, 'ending_before'),
    ...readCreated(call.params),
    ...filter,
  });
  return ok({ object: 'list', data, has_more: hasMore, url: call.path });
}

const pageParams = ['created', 'customer', 'ending_before', 'expand', 'limit', 'starting_after'];

function readLimit(params: Params): number {
  const limit = readInteger(params, 'limit') ?? 10;
  if (limit < 1)
    throw parameterFailure(
      'This value must be greater than or equal to 1.',
      'limit',
      'parameter_invalid_integer',
    );
  if (limit > 100)
    throw parameterFailure(
      'This value must be less than or equal to 100.',
      'limit',
      'parameter_invalid_integer',
    );
  return limit;
}

function readFields(params: Params, names: readonly string[]): Record<string, string> | undefined {
  const given = new Map<string, string>();
  for (const name of names) {
    const value = readText(params, name);
    if (value !== undefined) given.set(name, value);
  }
  return given.size === 0 ? undefined : Object.fromEntries(given);
}

async function readCursor(
  db: Database,
  kind: Kind,
  { params, account }: Call,
  name: string,
): Promise<string | undefined> {
  const id = readText(params, name);
  if (id !== undefined && (await findOwnObject(db, kind, id, account)) === undefined)
    throw missingFailure(kind, id, name);
  return id;
}

/** `created=…` or `created[gte|gt|lte|lt]=…`, in seconds. */
function readCreated(params: Params): { createdFrom?: number; createdTo?: number } {
  const created = params['created'];
  if (typeof created !== 'object') {
    const exactly = readInteger(params, 'created');
    return { createdFrom: exactly, createdTo: exactly };
  }
  const after = readInteger(created, 'gt');
  const before = readInteger(created, 'lt');
  return {
    createdFrom: after === undefined ? readInteger(created, 'gte') : after + 1,
    createdTo: before === undefined ? readInteger(created, 'lte') : before - 1,
  };
}
