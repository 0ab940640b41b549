import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { until } from '../until.ts';

/** A mail as it arrived. */
export interface CaughtMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers by lower-case name, unfolded and decoded. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly html: string;
  /** The whole mail as it arrived. */
  readonly raw: string;
  readonly isEncrypted: boolean;
  /** Name with which the client signed in to the SMTP server. */
  readonly username: string | undefined;
}

/** An SMTP server on a loopback port that keeps every mail. */
export interface SmtpCatch {
  readonly port: number;
  readonly mails: readonly CaughtMail[];
  /** Number of connections so far. */
  readonly connections: () => number;
  /** The newest mail to an address that fits and was not returned before. Waits until there is one. */
  next(to: string, fits?: (mail: CaughtMail) => boolean): Promise<CaughtMail>;
  stop(): Promise<void>;
}

/** Starts the server. Without options: no TLS, no sign-in, accepts everything, on any free port. */
export async function startSmtpCatch(options: SMTPServerOptions = {}, port = 0): Promise<SmtpCatch> {
  const mails: CaughtMail[] = [];
  const given = new Set<CaughtMail>();
  let connections = 0;
  const server = new SMTPServer({
    authOptional: options.onAuth === undefined,
    disableReverseLookup: true,
    closeTimeout: 500,
    ...(options.key || options.secure ? {} : { hideSTARTTLS: true }),
    ...options,
    onConnect: (session, done) => {
      connections++;
      if (options.onConnect) options.onConnect(session, done);
      else done();
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          ...parseMail(Buffer.concat(chunks).toString()),
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          isEncrypted: session.secure,
          username: session.user as string | undefined,
        });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    connections: () => connections,
    next: (to, fits = () => true) =>
      until(
        `a mail to ${to}`,
        () => {
          const found = mails.findLast((mail) => mail.to.includes(to) && !given.has(mail) && fits(mail));
          if (found) given.add(found);
          return found;
        },
        30_000,
      ),
    stop: () => {
      for (const { _socket } of server.connections as unknown as Set<{ _socket: Socket }>) _socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Parses mails of nodemailer: headers, and a body of one part or of alternatives. */
function parseMail(raw: string): Pick<CaughtMail, 'headers' | 'text' | 'html' | 'raw'> {
  const { headers, body } = splitPart(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1];
  const parts = boundary === undefined ? [raw] : body.split(`--${boundary}`).slice(1, -1);
  const bodyOf = (type: string) => {
    const found = parts.map(splitPart).find((part) => part.headers['content-type']?.startsWith(type));
    return found ? decodeBody(found.body, found.headers['content-transfer-encoding']) : '';
  };
  return { raw, headers, text: bodyOf('text/plain'), html: bodyOf('text/html') };
}

function splitPart(part: string): { headers: Record<string, string>; body: string } {
  const text = part.replace(/^\r\n/, '');
  const end = text.indexOf('\r\n\r\n');
  const lines = text
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())];
  });
  return { headers: Object.fromEntries(headers), body: text.slice(end + 4) };
}

/** Decodes encoded words (RFC 2047). */
function decodeWords(value: string): string {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString()
        : fromQuotedPrintable(text.replaceAll('_', ' ')),
    );
}

function decodeBody(body: string, encoding: string | undefined): string {
  const text = body.replace(/\r\n$/, '');
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString();
  return encoding === 'quoted-printable' ? fromQuotedPrintable(text.replace(/=\r\n/g, '')) : text;
}

function fromQuotedPrintable(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
