import { type Logger, pino, stdSerializers } from 'pino';

export type Log = Logger;

/** Fields that are never written, wherever they are in the logged object. */
const secretNames: ReadonlySet<string> = new Set([
  'authorization',
  'password',
  'token',
  'ticket',
  'refreshToken',
  'accessToken',
]);
/** Levels of a logged object that are written. Objects that contain themselves end here too. */
const maxDepth = 8;

/** A JSON log on standard output, one line an event. `level` is a pino level or `silent`. */
export function makeLog(level: string, destination: NodeJS.WritableStream = process.stdout): Log {
  // The library would serialize the copies of errors again.
  const serializers = { err: (copy: unknown) => copy };
  return pino({ level, base: null, formatters: { log: withoutSecrets }, serializers }, destination);
}

function withoutSecrets(fields: Record<string, unknown>): Record<string, unknown> {
  return hide(fields, 0) as Record<string, unknown>;
}

/** A copy without secrets. Values that print themselves, such as dates, stay as they are. */
function hide(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === maxDepth) return '[too deep]';
  if (value instanceof Error) return hide({ ...stdSerializers.err(value) }, depth);
  if (Array.isArray(value)) return value.map((part) => hide(part, depth + 1));
  if ('toJSON' in value || ArrayBuffer.isView(value)) return value;
  const shown: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value))
    shown[name] = secretNames.has(name) && part !== undefined ? '[redacted]' : hide(part, depth + 1);
  return shown;
}
