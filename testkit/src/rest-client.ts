import type { JsonObject, JsonValue } from '@bufbuild/protobuf';
import { parseJson } from '@matinee/contract/json/parse.ts';
import { printJson } from '@matinee/contract/json/print.ts';
import { type HttpRoute, routesOf } from '@matinee/contract/methods.ts';
import { type ContractAnswer, type ContractCall, getMethod } from './contract-call.ts';

/** How long a test waits for one answer, in milliseconds. */
const answerMs = 60_000;

/** An HTTP request, not tied to a method of the contract. */
export interface HttpCall {
  readonly verb: string;
  readonly path: string;
  readonly token?: string | undefined;
  /** A string is sent unchanged, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends one request. `json` is undefined when the answer's body is not JSON. */
export async function http(base: string, { verb, path, token, body, headers }: HttpCall) {
  const response = await fetch(base + path, {
    method: verb,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(answerMs),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parseOr(text) };
}

/**
 * Runs a method of the contract over its first REST route.
 * @throws Error when the answer differs from the printed form of its message.
 */
export async function callRest(base: string, call: ContractCall): Promise<ContractAnswer> {
  const method = getMethod(call.call);
  const [route] = routesOf(method);
  if (!route) throw new Error(`${call.call} has no REST route`);
  const { path, rest } = fillPath(route, call);
  const query = route.hasBody ? '' : toQuery(rest);
  const sent = {
    verb: route.verb,
    path: path + query,
    token: call.token,
    ...(call.from === undefined ? {} : { headers: { 'x-forwarded-for': call.from } }),
    ...(route.hasBody ? { body: rest } : {}),
  };
  if (method.methodKind === 'server_streaming') return firstEvent(base, sent);
  const { status, json } = await http(base, sent);
  if (status === 200) assertPrinted(call.call, json);
  return answerOf(status, json);
}

function fillPath(route: HttpRoute, { request, room }: ContractCall): { path: string; rest: JsonObject } {
  const rest = { ...(request as JsonObject | undefined) };
  const hasRoom = route.method.input.fields.some((field) => field.name === 'room_id');
  if (room !== undefined && hasRoom) rest.room_id ??= room;
  const path = route.path.replaceAll(/\{([^}]*)\}/g, (_, name: string) => {
    const value = name === 'room_id' ? (room ?? rest[name]) : rest[name];
    if (name !== 'room_id' || rest[name] === value) delete rest[name];
    return encodeURIComponent(String(value ?? ''));
  });
  return { path, rest };
}

function toQuery(fields: JsonObject): string {
  const query = new URLSearchParams(pairsOf(fields, ''));
  return query.size === 0 ? '' : `?${query}`;
}

/** The name of a nested field is its dotted path. */
function pairsOf(fields: JsonObject, prefix: string): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? pairsOf(value, `${prefix}${name}.`)
      : [value].flat().map((item): [string, string] => [prefix + name, String(item)]),
  );
}

async function firstEvent(base: string, { verb, path, token }: HttpCall): Promise<ContractAnswer> {
  const gone = new AbortController();
  const cancel = setTimeout(() => gone.abort(), answerMs);
  try {
    const response = await fetch(base + path, {
      method: verb,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      signal: gone.signal,
    });
    if (response.status !== 200) return answerOf(response.status, parseOr(await response.text()));
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const event = /^(?:event: (\w+)\n)?(?:id: .*\n)?data: (.*)\n\n/m.exec(text);
      if (event?.[1] === 'error') {
        const failure = JSON.parse(event[2]!);
        return answerOf(failure.status, failure);
      }
      if (event) return answerOf(200, JSON.parse(event[2]!));
    }
    throw new Error(`the stream ${path} ended without an event`);
  } finally {
    clearTimeout(cancel);
    gone.abort();
  }
}

function answerOf(status: number, json: ContractAnswer['json']): ContractAnswer {
  return { status, reason: status === 200 ? undefined : json?.code, message: json?.error ?? '', json };
}

function assertPrinted(call: string, json: JsonValue): void {
  const { output } = getMethod(call);
  const again = JSON.stringify(printJson(output, parseJson(output, json)));
  if (again !== JSON.stringify(json))
    throw new Error(`${call} answers ${JSON.stringify(json)}, which prints as ${again}`);
}

function parseOr(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
