/** The answers that every route may return besides its own: one component per status. */
import { type HttpRoute, ruleOf } from '@matinee/contract/methods.ts';
import type { Json, Keywords } from './json.ts';

interface Failure {
  readonly name: string;
  readonly status: number;
  readonly description: string;
  readonly headers?: Keywords;
}

const retryAfter: Keywords = {
  'Retry-After': {
    description: 'Whole seconds until a retry makes sense.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
};
const wwwAuthenticate: Keywords = {
  'WWW-Authenticate': { description: 'The scheme that is asked for.', schema: { type: 'string', enum: ['Bearer'] } },
};

const invalid: Failure = {
  name: 'Invalid',
  status: 400,
  description:
    'The request is not what this document says, or a rule refuses a value; `store.bad_text`: a text has the character NUL.',
};
const failures: readonly Failure[] = [
  invalid,
  {
    name: 'Unauthenticated',
    status: 401,
    description: 'No valid token was sent, or a proof is wrong.',
    headers: wwwAuthenticate,
  },
  { name: 'Forbidden', status: 403, description: 'The caller may not do this.' },
  { name: 'NotFound', status: 404, description: 'Something that the request names is not there, or not to be seen.' },
  { name: 'Timeout', status: 408, description: 'The request took too long to arrive.' },
  { name: 'Conflict', status: 409, description: 'The state of things does not allow this, or changed meanwhile.' },
  { name: 'TooLarge', status: 413, description: 'The body is too large; `files.too_large`: the file is.' },
  {
    name: 'UnsupportedType',
    status: 415,
    description: 'The body is not JSON; `files.type_not_allowed`: this server takes no files of the type.',
  },
  { name: 'RateLimited', status: 429, description: 'Too many calls.', headers: retryAfter },
  { name: 'HeadersTooLarge', status: 431, description: 'The headers are too large.' },
  { name: 'Internal', status: 500, description: 'Something went wrong on the server.' },
  {
    name: 'BadGateway',
    status: 502,
    description: 'Another server that the call needs failed, such as that of a provider.',
  },
  { name: 'Unavailable', status: 503, description: 'Something that the call needs is away for a while.' },
  { name: 'DeadlineExceeded', status: 504, description: 'The database took too long to answer.' },
];

const refused: Keywords = Object.fromEntries(
  failures.map(({ name, status }) => [status, { $ref: `#/components/responses/${name}` }]),
);

/** Headers of every answer. */
const commonHeaders: Keywords = {
  'X-Request-Id': {
    description: 'The id of the request, as the caller sent it or as the server made it.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
  },
};

/** The error answers as components, by name. */
export function failureComponents(): Keywords {
  const schema = { $ref: '#/components/schemas/Error' };
  return Object.fromEntries(
    failures.map(({ name, description, headers }) => [
      name,
      { description, headers: { ...commonHeaders, ...headers }, content: { 'application/json': { schema } } },
    ]),
  );
}

/** All answers of a route; `schema` describes its messages. */
export function responsesOf({ method }: HttpRoute, schema: Keywords): Json {
  const done =
    method.methodKind === 'server_streaming'
      ? {
          description:
            'Events as they happen: `data` of each is the JSON of the schema, `id` its event sequence where it has one.',
          headers: commonHeaders,
          content: { 'text/event-stream': { schema } },
        }
      : { description: 'Done.', headers: commonHeaders, content: { 'application/json': { schema } } };
  const { refuses } = ruleOf(method);
  if (refuses.length === 0) return { 200: done, ...refused };
  // In OpenAPI 3.1 a description beside a reference replaces the one of the referenced object.
  const codes = refuses.map((reason) => `\`${reason}\``).join(', ');
  const description = `${invalid.description} This method also refuses with ${codes}.`;
  return { 200: done, ...refused, 400: { ...(refused[400] as object), description } };
}
