/** Messages of RTSP 1.0 (RFC 2326), in text. Pure. */
import { RtspError } from './rtsp-error.ts';

/** By lower-case name. */
type Headers = ReadonlyMap<string, readonly string[]>;

interface Message {
  readonly headers: Headers;
  readonly body: Buffer;
}

export interface RtspAnswer extends Message {
  readonly status: number;
}

export interface RtspRequest extends Message {
  readonly method: string;
  readonly url: string;
}

const maxHeaderLines = 100;

/** Parses the head, before the body. @throws RtspError */
export function parseHead(text: string): Omit<RtspAnswer, 'body'> | Omit<RtspRequest, 'body'> {
  const [first = '', ...lines] = text.split(/\r?\n/);
  const answer = /^RTSP\/\d\.\d (\d{3})(?: |$)/.exec(first);
  const request = /^([A-Z_]{1,32}) (\S+) RTSP\/\d\.\d$/.exec(first);
  if (answer) return { status: Number(answer[1]), headers: headersIn(lines) };
  if (request) return { method: request[1]!, url: request[2]!, headers: headersIn(lines) };
  throw new RtspError('not_rtsp');
}

function headersIn(lines: readonly string[]): Headers {
  if (lines.length > maxHeaderLines) throw new RtspError('head_too_long');
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const values = headers.get(name) ?? [];
    values.push(line.slice(colon + 1).trim());
    headers.set(name, values);
  }
  return headers;
}

/** The first value of a header; undefined: missing. */
export function headerOf({ headers }: Pick<Message, 'headers'>, name: string): string | undefined {
  return headers.get(name)?.[0];
}

/** A message with an optional text body. */
export function writeMessage(first: string, headers: Readonly<Record<string, string>>, body = ''): Buffer {
  const length = body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${first}\r\n${lines.join('')}\r\n${body}`);
}

/** The header of interleaved media (section 10.12). */
export function frameHead(channel: number, length: number): Buffer {
  return Buffer.of(0x24, channel, length >> 8, length & 0xff);
}
