/**
 * The contract table: one list of calls and their answers. Every transport runs it in its own world. Rows run in order,
 * so that later rows see the results of earlier ones. Their answers must be the same on all transports.
 */
import { create, type JsonObject, type JsonValue } from '@bufbuild/protobuf';
import { ClientMessageSchema } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { parseJson } from '@matinee/contract/json/parse.ts';
import { isRoomScoped, routesOf, ruleOf } from '@matinee/contract/methods.ts';
import { declaredErrors, statusesOf } from '@matinee/server/kernel/errors.ts';
import { type ContractAnswer, type ContractCall, getMethod } from './contract-call.ts';
import type { TestServer } from './server.ts';
import { type Actor, tokenOf, type World } from './world.ts';

/** A value, or how it is made in the world of the transport. */
export type FromWorld<T> = T | ((world: World) => T);
/** Looks up data that the row needs first, such as a code in a mail. */
type AsyncFromWorld<T> = T | ((world: World) => T | Promise<T>);

/** One call and its expected answer. */
export interface Row {
  /** The rule, with its ids; unique within its method. */
  readonly name: string;
  readonly as: Actor;
  /** `RoomService.SendChatMessage`. */
  readonly call: string;
  readonly request?: AsyncFromWorld<JsonObject>;
  /** Room of the call, when it is not the room of the world. */
  readonly room?: FromWorld<string>;
  /** `ok`: part of the answer (or of a stream's first message) as printed JSON. `error`: the reason of the refusal. */
  readonly expect: { readonly ok: FromWorld<JsonObject> } | { readonly error: string };
  /** Values of the answer that later rows need, by path: `{item: 'media.id'}` becomes `world.kept.item`. */
  readonly keep?: Readonly<Record<string, string>>;
}

export type TableTransport = 'rest' | 'grpc' | 'ws';

/** The answer of a row, and the expected one. */
export interface RowResult {
  readonly answer: ContractAnswer;
  readonly expected: {
    readonly status: number;
    readonly reason: string | undefined;
    readonly json: JsonValue | undefined;
  };
}

/** True when the transport can make this call. */
export function carries(transport: TableTransport, row: Row): boolean {
  const method = getMethod(row.call);
  const isCommand = commandCase(row.call) !== undefined && !['anonymous', 'guest', 'stranger'].includes(row.as);
  if (transport === 'rest') return routesOf(method).length > 0;
  return transport === 'ws' ? isCommand : !(isCommand && ruleOf(method).overConnection);
}

/** Runs one row. Over the socket the answer is the command's: success, or the reason of its refusal. */
export async function runRow(
  transport: TableTransport,
  server: TestServer,
  world: World,
  row: Row,
): Promise<RowResult> {
  const call = await toCall(world, row);
  const answer = await (transport === 'rest'
    ? server.rest(call)
    : transport === 'grpc'
      ? server.grpc.call(call)
      : overSocket(server, call));
  if (row.keep && answer.reason === undefined) keep(world, row.keep, answer.json);
  return { answer, expected: expectationOf(transport, world, row) };
}

async function toCall(world: World, row: Row): Promise<ContractCall> {
  const room = row.room === undefined ? world.room : resolve(row.room, world);
  const isInside = isRoomScoped(getMethod(row.call));
  return {
    call: row.call,
    request: await resolve<JsonObject | Promise<JsonObject>>(row.request ?? {}, world),
    token: tokenOf(world, row.as),
    room: isInside ? room : undefined,
    from: world.address,
  };
}

function expectationOf(transport: TableTransport, world: World, { expect }: Row): RowResult['expected'] {
  if ('ok' in expect) {
    return { status: transport === 'rest' ? 200 : 0, reason: undefined, json: resolve(expect.ok, world) };
  }
  const declaration = declaredErrors().get(expect.error);
  if (!declaration) throw new Error(`nobody declares the error ${expect.error}`);
  const { http, grpc } = statusesOf(declaration);
  return {
    status: transport === 'rest' ? http : transport === 'grpc' ? grpc : 0,
    reason: expect.error,
    json: undefined,
  };
}

function commandCase(call: string) {
  const method = getMethod(call);
  if (method.parent.name !== 'RoomService' || method.methodKind !== 'unary') return undefined;
  return ClientMessageSchema.fields.find((field) => field.message?.typeName === method.input.typeName)?.localName;
}

async function overSocket(server: TestServer, call: ContractCall): Promise<ContractAnswer> {
  const socket = await server.socket(call.room!, call.token);
  try {
    const { input } = getMethod(call.call);
    const value = parseJson(input, call.request ?? {});
    const { message } = create(ClientMessageSchema, { message: { case: commandCase(call.call), value } as never });
    const reason = await socket.command(message as never);
    return { status: 0, reason, message: '', json: undefined };
  } finally {
    await socket.close();
  }
}

function keep(world: World, paths: Readonly<Record<string, string>>, json: ContractAnswer['json']): void {
  for (const [name, path] of Object.entries(paths)) {
    world.kept[name] = path.split('.').reduce((value, key) => value?.[key], json);
  }
}

function resolve<T>(given: FromWorld<T>, world: World): T {
  return typeof given === 'function' ? (given as (world: World) => T)(world) : given;
}

/** Names and types of everything in an answer, without values. All transports must agree on these. */
export function shapeOf(json: JsonValue | undefined): string {
  const lines = new Set<string>();
  const walk = (value: JsonValue | undefined, path: string): void => {
    if (Array.isArray(value)) {
      lines.add(`${path}[]`);
      for (const item of value) walk(item, `${path}[]`);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, item] of Object.entries(value)) walk(item, `${path}.${name}`);
    } else lines.add(`${path}: ${typeof value}`);
  };
  walk(json, '');
  return [...lines].sort().join('\n');
}
