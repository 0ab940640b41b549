/** Makes the OpenAPI 3.1 document from the same descriptors as the routes. [TR50]–[TR53] */
import type { DescMethod } from '@bufbuild/protobuf';
import { comments } from '@matinee/contract/gen/comments.ts';
import { type Rule, Who } from '@matinee/contract/gen/service/meta/options_pb.ts';
import { type HttpRoute, methodName, routesOf, ruleOf } from '@matinee/contract/methods.ts';
import type { Json, Keywords } from './json.ts';
import { parametersOf } from './parameters.ts';
import { shownPath } from './path-names.ts';
import { failureComponents, responsesOf } from './responses.ts';
import { describeMessage, makeSchemas, type Schemas } from './schemas.ts';
import { makeSharedPatterns } from './unicode-patterns.ts';

const bearer = [{ bearer: [] }];

/**
 * The document of a server with the public path `basePath`. @throws Error if two messages would get the same name: the
 * contract is wrong.
 */
export function describeApi(methods: readonly DescMethod[], version: string, basePath = ''): Json {
  const routes = methods.flatMap(routesOf);
  const schemas = makeSchemas(routes);
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const shown = shownPath(route);
    const path = paths[shown] ?? {};
    path[route.verb.toLowerCase()] = operation(route, schemas);
    paths[shown] = path;
  }
  const patterns = makeSharedPatterns();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Matinee',
      version,
      description:
        'Watch together, in sync. Requests take field names in snake_case and camelCase; unknown fields are refused. ' +
        'As in ProtoJSON, numbers may also be texts, bytes also base64url or a list of numbers, and null is an absent field.',
    },
    servers: [{ url: basePath || '/' }],
    paths: patterns.refer(paths),
    components: {
      schemas: { ...(patterns.refer(schemas.components()) as Keywords), ...patterns.schemas() },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      responses: failureComponents(),
    },
  };
}

function operation(route: HttpRoute, schemas: Schemas): Json {
  const { method, needsUser, hasBody } = route;
  const rule = ruleOf(method);
  const parameters = parametersOf(route);
  const description = [
    comments[`${method.parent.typeName}.${method.name}`],
    hasBody ? undefined : describeMessage(method.input),
    describeAccess(rule, needsUser),
  ];
  return {
    operationId: operationId(route),
    tags: [method.parent.name],
    summary: words(method.name),
    description: description.filter(Boolean).join('\n\n'),
    security: securityOf(rule, needsUser),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(hasBody ? { requestBody: requestBody(route, schemas) } : {}),
    responses: responsesOf(route, schemas.output(method.output)),
  };
}

/** `RoomService_GetRoom`; every route has a distinct one. */
function operationId({ method, needsUser, place }: HttpRoute): string {
  return methodName(method).replace('.', '_') + (needsUser ? '_SignedIn' : '') + (place > 0 ? `_${place + 1}` : '');
}

/** A missing body counts as an empty object, so a body is required where an empty object is refused. */
function requestBody(route: HttpRoute, schemas: Schemas): Json {
  const required = schemas.needsBody(route) ? { required: true } : {};
  return { ...required, content: { 'application/json': { schema: schemas.body(route) } } };
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
