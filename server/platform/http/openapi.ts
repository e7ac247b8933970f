/** The OpenAPI 3.1 document, made from the contract. */
import { freshMinutes, isOpenToSuspended } from '#contract/access.ts';
import type { EndpointSpec, Schema } from '#contract/endpoint.ts';
import { describedErrors } from './described-errors.ts';
import { inputSchema, outputSchema } from './http-schema.ts';

type Json = Record<string, unknown>;

const about =
  'A marketplace for second-hand mobile phones. In addition to the answers that a call lists, a request that is not ' +
  'valid HTTP, or uses another method, is answered with 400, 405, 408, 417 or 431.';

/** An endpoint as the contract's `api.ts` lists it. */
export interface Documented {
  readonly domain: string;
  readonly name: string;
  readonly spec: EndpointSpec;
}

/**
 * Describes every call of the contract.
 *
 * @param endpoints the contract's list
 * @param publicUrl the address of this installation, without a slash at the end
 */
export function openApiDocument(endpoints: readonly Documented[], publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const { domain, name, spec } of endpoints) {
    const path = spec.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [spec.method.toLowerCase()]: operation(domain, name, spec) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Ringback', version: '1', description: about },
    servers: [{ url: `${publicUrl}/api` }],
    tags: [...new Set(endpoints.map(({ domain }) => domain))].map((name) => ({ name })),
    paths: mergeParameterNames(paths),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The accessToken of GET /jwt' },
        session: { type: 'apiKey', in: 'cookie', name: 'ringback.session_token' },
      },
      schemas: { Problem: problemSchema },
    },
  };
}

function operation(domain: string, name: string, spec: EndpointSpec): Json {
  return {
    operationId: `${domain}.${name}`,
    tags: [domain],
    summary: spec.summary,
    description: describeAccess(spec),
    ...securityOf(spec),
    parameters: [...parameters('path', spec.params), ...parameters('query', spec.query)],
    ...bodyOf(spec),
    responses: { ...success(spec), ...failures(spec) },
  };
}

const whoWords = {
  public: 'Anybody',
  session: 'The holder of a session cookie',
  'signed-in': 'Any signed-in person',
  seller: 'Sellers',
  admin: 'Admins',
};
const ownWords = {
  only: ', for what is their own',
  'or-admin': ', for what is their own, or an admin',
  never: ', except the owner',
};

const sideWords = { buyer: 'its buyer', seller: 'its seller', admin: 'admins' };

/** Who may make a call and what they must have proven, in English. */
export function describeAccess(spec: EndpointSpec): string {
  const { access } = spec;
  const sentences = [describeWho(spec)];
  if ('emailConfirmed' in access && access.emailConfirmed === true)
    sentences.push('The caller has confirmed their e-mail address.');
  if ('fresh' in access && access.fresh === true)
    sentences.push(`The session was authenticated within the last ${freshMinutes} minutes.`);
  if (!isOpenToSuspended(access)) sentences.push('Not while the caller is suspended.');
  return sentences.join(' ');
}

function describeWho({ access }: EndpointSpec): string {
  if ('sides' in access && access.sides !== undefined)
    return `Access: of this deal, ${access.sides.map((side) => sideWords[side]).join(', ')}; 404 for anybody else.`;
  return `Access: ${whoWords[access.who]}${'own' in access ? ownWords[access.own] : ''}.`;
}

function securityOf({ access }: EndpointSpec): Json {
  if (access.who === 'session') return { security: [{ session: [] }] };
  if ('orSession' in access && access.orSession === true)
    return { security: [{ bearer: [] }, { session: [] }] };
  if (access.who !== 'public') return { security: [{ bearer: [] }] };
  return access.knowsViewer === true ? { security: [{}, { bearer: [] }] } : { security: [] };
}

function parameters(place: 'path' | 'query', schema: Schema | undefined): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = inputSchema(schema) as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function bodyOf({ body, consumes }: EndpointSpec): Json {
  if (consumes === 'multipart') {
    const schema = {
      type: 'object',
      required: ['image'],
      properties: { image: binary, key: { type: 'string' } },
    };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (consumes === 'form')
    return { requestBody: { content: { 'application/x-www-form-urlencoded': { schema: {} } } } };
  if (consumes === 'raw')
    return { requestBody: { required: true, content: { 'application/json': { schema: {} } } } };
  if (body === undefined) return {};
  const schema = inputSchema(body) as { required?: string[] };
  // An empty body counts as an empty object.
  const required = schema.required !== undefined;
  return { requestBody: { required, content: { 'application/json': { schema } } } };
}

const binary = { type: 'string', contentMediaType: 'application/octet-stream' };

function success(spec: EndpointSpec): Json {
  const text = { schema: { type: 'string' } };
  if (spec.redirects === true) {
    const location = { description: 'The page that it leads to', ...text };
    return { 302: { description: 'Leads to a page of the site', headers: { Location: location } } };
  }
  const link = { description: 'The next page, as rel="next", where there is more', ...text };
  return {
    200: {
      description: 'Done',
      ...(spec.paged === true ? { headers: { Link: link } } : {}),
      content: { [spec.produces ?? 'application/json']: { schema: outputSchema(spec.reply) } },
    },
  };
}

function failures(spec: EndpointSpec): Json {
  const byStatus = new Map<number, string[]>();
  for (const [code, [status, message]] of Object.entries(describedErrors(spec))) {
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\`: ${message}`]);
  }
  const entries = [...byStatus].map(([status, lines]): [string, Json] => [
    String(status),
    {
      description: lines.join('\n\n'),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]);
  return Object.fromEntries<unknown>(entries);
}

/** OpenAPI treats paths that differ only in a parameter's name as one, so all of them get the name of the first one. */
function mergeParameterNames(paths: Record<string, Json>): Record<string, Json> {
  const merged = new Map<string, { path: string; item: Json }>();
  for (const [path, item] of Object.entries(paths)) {
    const shape = path.replaceAll(/\{\w+\}/g, '{}');
    const first = merged.get(shape);
    if (first === undefined) merged.set(shape, { path, item });
    else first.item = { ...first.item, ...renamed(item, path, first.path) };
  }
  return Object.fromEntries([...merged.values()].map(({ path, item }) => [path, item]));
}

function renamed(item: Json, from: string, to: string): Json {
  const target = names(to);
  let text = JSON.stringify(item);
  for (const [index, name] of names(from).entries()) {
    text = text.replaceAll(`"name":"${name}","in":"path"`, `"name":"${target[index] ?? name}","in":"path"`);
  }
  // The value was valid JSON one line above.
  return JSON.parse(text) as Json;
}

const names = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

const text = { type: 'string' };
const problemSchema = {
  type: 'object',
  description:
    'RFC 9457 problem details. Some codes add fields, such as `state`, `sell` or `triesLeft`; where an answer has `acknowledged`, its refusal has it as false',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: text,
    title: text,
    status: { type: 'integer' },
    detail: text,
    message: text,
    code: text,
    requestId: text,
    errors: {
      type: 'array',
      items: { type: 'object', required: ['path', 'message'], properties: { path: text, message: text } },
    },
  },
};
