// What is only read: GET of single objects and of lists, newest first, with Stripe's cursors.
import { ok, type Operation } from './call.ts';
import { missingFailure, parameterFailure } from './failures.ts';
import { onlyKnown, readInteger, readList, readText, type Params } from './form.ts';
import { findObject, listObjects, type Database, type StoredObjects } from './store.ts';

type Kind = keyof StoredObjects;

export function retrieve(kind: Kind): Operation {
  return async (db, call) => {
    const found = await findObject(db, kind, call.id);
    if (found === undefined) throw missingFailure(kind, call.id);
    return ok(found);
  };
}

/**
 * A list; `parentParam` names the parameter that narrows it to what hangs on one object, `fieldParams` those that
 * narrow it to objects with just this value.
 */
export function list(kind: Kind, parentParam?: string, ...fieldParams: readonly string[]): Operation {
  const own = kind === 'event' ? ['type', 'types'] : [];
  const known = [...pageParams, ...own, ...fieldParams].concat(parentParam ?? []);
  return async (db, call) => {
    onlyKnown(call.params, known);
    const types =
      kind === 'event' ? readList(call.params, 'types').concat(readText(call.params, 'type') ?? []) : [];
    const { data, hasMore } = await listObjects(db, kind, {
      limit: readLimit(call.params),
      parent: parentParam && readText(call.params, parentParam),
      fields: readFields(call.params, fieldParams),
      types: types.length > 0 ? types : undefined,
      startingAfter: await readCursor(db, kind, call.params, 'starting_after'),
      endingBefore: await readCursor(db, kind, call.params, 'ending_before'),
      ...readCreated(call.params),
    });
    return ok({ object: 'list', data, has_more: hasMore, url: call.path });
  };
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
  return Math.min(limit, 100);
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
  params: Params,
  name: string,
): Promise<string | undefined> {
  const id = readText(params, name);
  if (id !== undefined && (await findObject(db, kind, id)) === undefined)
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
