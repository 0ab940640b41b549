import { type Logger, pino, stdSerializers } from 'pino';
import { textOf } from './logging/log-text.ts';

export type Log = Logger;

/** Fields that are never written, however deep they are in the logged object. */
const secretNames: ReadonlySet<string> = new Set([
  'authorization',
  'password',
  'token',
  'ticket',
  'refreshToken',
  'accessToken',
]);
/** Maximum depth of a logged object; also ends circular objects. */
const maxDepth = 8;

/** Log levels, from most output to none. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

interface LogOptions {
  readonly destination?: Pick<NodeJS.WritableStream, 'write'>;
  /** JSON for programs, text for people. */
  readonly format?: 'json' | 'text';
}

/** A log on standard output, one line per event. `level` is one of `logLevels`, and may be changed at any time. */
export function makeLog(level: string, { destination = process.stdout, format = 'json' }: LogOptions = {}): Log {
  const lines = format === 'json' ? destination : { write: (line: string) => destination.write(textOf(line)) };
  // `withoutSecrets` has made plain copies of errors; pino would serialize those again.
  const serializers = { err: (copy: unknown) => copy };
  return pino({ level, base: null, formatters: { log: withoutSecrets }, serializers }, lines);
}

function withoutSecrets(fields: Record<string, unknown>): Record<string, unknown> {
  return hide(fields, 0) as Record<string, unknown>;
}

/** A copy without secrets. Values with their own text form, such as dates, are kept as they are. */
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
