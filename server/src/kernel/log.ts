import { type Logger, pino } from 'pino';

export type Log = Logger;

/** Fields that are never written: at the top of the logged object, or one level below. */
const secretPaths = ['authorization', 'password', 'token', 'ticket', 'refreshToken', 'accessToken'];

/** A JSON log on standard output, one line an event. `level` is a pino level or `silent`. */
export function makeLog(level: string, destination: NodeJS.WritableStream = process.stdout): Log {
  return pino(
    { level, base: null, redact: { paths: secretPaths.flatMap((p) => [p, `*.${p}`]), censor: '[redacted]' } },
    destination,
  );
}
