/** Which errors the OpenAPI document lists for a call. */
import { type Access, isOpenToSuspended } from '#contract/access.ts';
import type { EndpointSpec, Schema } from '#contract/endpoint.ts';
import { type ErrorTable, type RequestCode, requestErrors } from '#contract/errors.ts';
import { notFoundMark } from '#contract/id.ts';
import { parseSchema } from './http-input.ts';
import { inputSchema } from './http-schema.ts';

/**
 * All errors that a call may return: its own, and those that follow from its declaration. Errors of requests that are
 * not valid HTTP have no call.
 */
export function describedErrors(spec: EndpointSpec): ErrorTable {
  const { sharedErrors = [] } = spec;
  const codes = [...ofAccess(spec.access), ...ofInput(spec), ...ofServer(spec), ...sharedErrors];
  return { ...Object.fromEntries(codes.map((code) => [code, requestErrors[code]])), ...spec.errors };
}

function ofAccess(access: Access): RequestCode[] {
  if (access.who === 'public') return access.knowsViewer === true ? ['request.unauthenticated'] : [];
  if (access.who === 'session') return ['request.forbidden', 'request.second-factor-needed'];
  const codes: RequestCode[] = ['request.unauthenticated'];
  const own = 'own' in access ? access.own : undefined;
  if (access.who !== 'signed-in' || own !== undefined) codes.push('request.forbidden');
  if (own !== undefined) codes.push('request.not-found');
  if (access.who === 'admin' || own === 'or-admin') codes.push('request.second-factor-missing');
  if (access.emailConfirmed === true) codes.push('request.email-not-confirmed');
  if (access.fresh === true) codes.push('request.fresh-sign-in-needed');
  if (!isOpenToSuspended(access)) codes.push('request.suspended');
  return codes;
}

function ofInput({ method, params, query, body, rateLimit }: EndpointSpec): RequestCode[] {
  const codes: RequestCode[] = [];
  if (query !== undefined || body !== undefined) codes.push('request.invalid');
  if (params !== undefined || namesAnId(query) || namesAnId(body)) codes.push('request.not-found');
  // A body is read before it is known whether the call takes one.
  if (method !== 'GET')
    codes.push(
      'request.unparsable',
      'request.too-large',
      'request.unsupported-type',
      'request.unsupported-encoding',
    );
  if (rateLimit !== undefined && !('unlimited' in rateLimit)) codes.push('request.too-many');
  return codes;
}

function ofServer({ method, consumes, produces }: EndpointSpec): RequestCode[] {
  const codes: RequestCode[] = ['server.failed', 'server.unavailable', 'server.busy'];
  if (method !== 'GET') codes.push('server.interrupted', 'server.full');
  if (consumes === 'multipart' || produces === 'image/jpeg') codes.push('server.storage-away');
  return codes;
}

/** Whether a field of the schema is an id, so that a malformed one is answered with 404. */
const namesAnId = (schema: Schema | undefined): boolean =>
  schema !== undefined &&
  Object.keys((inputSchema(schema) as { properties?: object }).properties ?? {}).some((name) => {
    const { error } = parseSchema(schema, { [name]: 'x' });
    return error?.issues.some(({ message }) => message === notFoundMark) === true;
  });
