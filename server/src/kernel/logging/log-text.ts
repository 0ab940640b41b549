/** Formats log lines for people at a terminal. */
import { dateOf } from '../clock.ts';

const levels: Readonly<Record<number, string>> = { 10: 'TRACE', 20: 'DEBUG', 30: 'INFO', 40: 'WARN', 50: 'ERROR' };

interface Line {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
  readonly [field: string]: unknown;
}

/**
 * Control characters, and characters that change the direction of text: a user could put them in a name and so control
 * the operator's terminal.
 */
const unseen = /(?!\n)[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** `json` is one line of the log, as `makeLog` writes it. Returns `12:30:05 WARN  what happened  key=value`. */
export function textOf(json: string): string {
  const { level, time, msg = '', err, ...fields } = JSON.parse(json) as Line;
  const more = Object.entries(fields).map(([name, value]) => ` ${name}=${shown(value)}`);
  const first = `${dateOf(time).toTimeString().slice(0, 8)} ${(levels[level] ?? String(level)).padEnd(5)} ${msg}`;
  const reason = err === undefined ? '' : `\n    ${(err.stack ?? err.message ?? '').replaceAll('\n', '\n    ')}`;
  return `${`${first}${more.length === 0 ? '' : ` ${more.join('')}`}${reason}`.replace(unseen, '\u{fffd}')}\n`;
}

/** A single word as it is, anything else as JSON. */
function shown(value: unknown): string {
  return typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}
