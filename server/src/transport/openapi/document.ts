/** Makes the OpenAPI 3.1 document from the same descriptors as the routes. [TR50]–[TR53] */
import type { DescField, DescMethod } from '@bufbuild/protobuf';
import { after_event, type Rule, Who } from '@matinee/contract/gen/service/meta/options_pb.ts';
import { type HttpRoute, markedField, methodName, routesOf, ruleOf } from '@matinee/contract/methods.ts';
import { printedName } from '@matinee/contract/naming.ts';
import { fieldSchema, isWellKnownField } from './fields.ts';
import type { Json } from './json.ts';
import { pathNames, shownPath } from './path-names.ts';
import { makeSchemas, type Schemas } from './schemas.ts';

const bearer = [{ bearer: [] }];

/** The document. @throws Error when two messages would get one name: the contract is wrong. */
export function describeApi(methods: readonly DescMethod[], version: string): Json {
  const routes = methods.flatMap(routesOf);
  const schemas = makeSchemas(routes);
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const shown = shownPath(route);
    const path = paths[shown] ?? {};
    path[route.verb.toLowerCase()] = operation(route, schemas);
    paths[shown] = path;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Matinee',
      version,
      description:
        'Watch together, in sync. Requests take field names in snake_case and camelCase; unknown fields are refused. ' +
        'Every answer carries `x-request-id`.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: schemas.components(),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      responses: {
        Failure: {
          description: 'A failure. `code` is a dotted reason for programs.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  };
}

function operation(route: HttpRoute, schemas: Schemas): Json {
  const { method } = route;
  const rule = ruleOf(method);
  const isStream = method.methodKind === 'server_streaming';
  const parameters = [...pathParameters(route), ...(route.hasBody ? [] : queryParameters(route))];
  const resumeField = isStream ? markedField(method.input, after_event) : undefined;
  if (resumeField) {
    parameters.push({
      name: 'Last-Event-ID',
      in: 'header',
      description: `The last event that was seen. Wins over \`${resumeField.name}\`.`,
      schema: { type: 'string', pattern: '^[0-9]+$' },
    });
  }
  return {
    operationId: operationId(route),
    tags: [method.parent.name],
    summary: words(method.name),
    description: describeAccess(rule, route.needsUser),
    security: securityOf(rule, route.needsUser),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.hasBody ? { requestBody: requestBody(route, schemas) } : {}),
    responses: { 200: answer(method, isStream, schemas), default: { $ref: '#/components/responses/Failure' } },
  };
}

/** `RoomService_GetRoom`; every route has its own. */
function operationId({ method, needsUser, place }: HttpRoute): string {
  return methodName(method).replace('.', '_') + (needsUser ? '_SignedIn' : '') + (place > 0 ? `_${place + 1}` : '');
}

function answer(method: DescMethod, isStream: boolean, schemas: Schemas): Json {
  const schema = schemas.output(method.output);
  if (!isStream) return { description: 'Done.', content: { 'application/json': { schema } } };
  return {
    description:
      'Events as they happen: `data` of each is the JSON of the schema, `id` its event sequence where it has one.',
    content: { 'text/event-stream': { schema } },
  };
}

function requestBody(route: HttpRoute, schemas: Schemas): Json {
  return { content: { 'application/json': { schema: schemas.body(route) } } };
}

function pathParameters(route: HttpRoute): Json[] {
  return pathNames(route).map((name) => {
    const field = route.method.input.fields.find((candidate) => candidate.name === name) as DescField;
    return { name: field.jsonName, in: 'path', required: true, schema: fieldSchema(field, () => ({})) };
  });
}

/** Fields that can be written in a query. Fields of nested messages have their dotted path as name. */
function queryParameters(route: HttpRoute): Json[] {
  const taken = pathNames(route);
  return flatFields(
    route.method.input.fields.filter(({ name }) => !taken.includes(name)),
    '',
    3,
  );
}

function flatFields(fields: readonly DescField[], prefix: string, depth: number): Json[] {
  return fields.flatMap((field): Json[] => {
    const name = prefix + printedName(field);
    if (field.message === undefined || isWellKnownField(field)) {
      return field.fieldKind === 'map' ? [] : [{ name, in: 'query', schema: fieldSchema(field, () => ({})) }];
    }
    const isNested = field.fieldKind === 'message' && depth > 0;
    return isNested ? flatFields(field.message.fields, `${name}.`, depth - 1) : [];
  });
}

function securityOf({ who }: Rule, needsUser: boolean): Json {
  if (who === Who.ANYONE) return [];
  if (who === Who.OPTIONAL_USER && !needsUser) return [{}, ...bearer];
  return bearer;
}

function describeAccess({ who, permission }: Rule, needsUser: boolean): string {
  const callers: Readonly<Record<Who, string>> = {
    [Who.UNSPECIFIED]: 'Nobody.',
    [Who.ANYONE]: 'Anyone.',
    [Who.OPTIONAL_USER]: needsUser ? 'Signed-in users.' : 'Anyone; a token that is sent must be valid.',
    [Who.USER]: 'Signed-in users.',
    [Who.MEMBER]: 'Members of the room.',
    [Who.MEMBER_OR_GUEST]: 'Members and guests of the room.',
    [Who.ADMIN]: 'Administrators of the server.',
    [Who.ROOT]: 'The root user.',
    [Who.OPERATOR]: 'The operator.',
  };
  return permission === '' ? `For: ${callers[who]}` : `For: ${callers[who]} Needs the permission \`${permission}\`.`;
}

/** `GetRoomSettings` as `Get room settings`. */
function words(name: string): string {
  const [first = '', ...rest] = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(' ');
  return [first, ...rest.map((word) => word.toLowerCase())].join(' ');
}
