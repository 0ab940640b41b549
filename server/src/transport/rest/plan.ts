/**
 * How one route reads its request: body or query, path variables, room. Made once per route from the descriptors.
 * [TR14]–[TR17]
 */
import { create, type DescField, type DescMessage, type JsonValue, type Message, ScalarType } from '@bufbuild/protobuf';
import { false_on_delete, room } from '@matinee/contract/gen/service/meta/options_pb.ts';
import { parseJson } from '@matinee/contract/json/parse.ts';
import { parseQuery } from '@matinee/contract/json/query.ts';
import { readJson } from '@matinee/contract/json/read.ts';
import { type HttpRoute, markedField, methodName, requestLimits } from '@matinee/contract/methods.ts';
import type { FastifyRequest } from 'fastify';
import { requestErrors, requestReasons } from '../errors.ts';

export interface RoutePlan {
  readonly route: HttpRoute;
  /** The path in Fastify's notation: `/api/rooms/:room_id`. */
  readonly url: string;
  /** Maximum size of a body, in bytes. [TR16] */
  readonly bodyLimit: number;
  /** Reads the request as a message. @throws AppError or JsonParseError for an invalid request. */
  read(request: FastifyRequest): Message;
  /** The room in the path or in the message. */
  roomOf(request: FastifyRequest, message: Message): string | undefined;
}

type Fields = Record<string, unknown>;

/** @throws Error for a path variable that is not a single scalar field of the request: the contract is wrong. */
export function planRoute(route: HttpRoute): RoutePlan {
  const { input } = route.method;
  const names = [...route.path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] as string);
  const variables = names.map((name) => variableOf(route, name));
  const roomField = markedField(input, room);
  const deleteField = route.verb === 'DELETE' ? markedField(input, false_on_delete) : undefined;
  return {
    route,
    url: route.path.replaceAll(':', '::').replaceAll(/\{([^{}]*)\}/g, ':$1'),
    bodyLimit: requestLimits(route.method).json,
    read(request) {
      const isInQuery = !route.hasBody || (route.verb === 'DELETE' && isWithoutBody(request));
      const message = isInQuery ? readQuery(input, request) : readBody(input, request.body);
      if (deleteField) (message as unknown as Fields)[deleteField.localName] = false;
      for (const field of variables) putVariable(input, message, field, request.params as Record<string, string>);
      return message;
    },
    roomOf(request, message) {
      if (!roomField) return undefined;
      const fromPath = (request.params as Record<string, string>)[roomField.name];
      if (fromPath !== undefined) return fromPath;
      return ((message as unknown as Fields)[roomField.localName] as string | undefined) || undefined;
    },
  };
}

function variableOf(route: HttpRoute, name: string): DescField {
  const field = route.method.input.fields.find((candidate) => candidate.name === name);
  if (field?.fieldKind !== 'scalar' || field.oneof) {
    throw new Error(
      `${methodName(route.method)} has the path variable ${name}, which is no plain field of its request`,
    );
  }
  return field;
}

/** Many clients cannot send a body with DELETE: then the query has its content. */
function isWithoutBody({ body }: FastifyRequest): boolean {
  return typeof body !== 'string' || isEmptyBody(body);
}

function readBody(desc: DescMessage, body: unknown): Message {
  // A missing body counts as an empty one: many methods need only their path.
  if (typeof body !== 'string' || body === '') return create(desc);
  let json: JsonValue;
  try {
    json = readJson(body);
  } catch (cause) {
    throw cause instanceof SyntaxError ? requestErrors.malformed_json() : cause;
  }
  return parseJson(desc, json);
}

function readQuery(desc: DescMessage, request: FastifyRequest): Message {
  if (typeof request.body === 'string' && !isEmptyBody(request.body)) throw requestErrors.unexpected_body();
  const url = request.raw.url as string;
  const start = url.indexOf('?');
  if (start === -1 || start === url.length - 1) return create(desc);
  return parseQuery(desc, new URLSearchParams(url.slice(start + 1)));
}

/**
 * True for an empty text or an object without fields. Takes linear time, which a single regular expression would not.
 */
function isEmptyBody(body: string): boolean {
  const text = body.trim();
  return text === '' || (text.startsWith('{') && text.endsWith('}') && text.slice(1, -1).trim() === '');
}

/** Writes a path variable into the message. If the body has the same field, the two values must be equal. */
function putVariable(desc: DescMessage, message: Message, field: DescField, params: Record<string, string>): void {
  const text = params[field.name] as string;
  const fields = message as unknown as Fields;
  const value = field.scalar === ScalarType.STRING ? text : parseVariable(desc, field, text);
  const given = fields[field.localName];
  const unset = given === undefined || given === '' || given === 0 || given === 0n || given === false;
  if (!unset && given !== value) {
    throw requestErrors.path_mismatch({
      violations: [{ field: field.name, ...requestReasons.differs_from_path() }],
    });
  }
  fields[field.localName] = value;
}

function parseVariable(desc: DescMessage, field: DescField, text: string): unknown {
  return (parseQuery(desc, [[field.name, text]]) as unknown as Fields)[field.localName];
}
