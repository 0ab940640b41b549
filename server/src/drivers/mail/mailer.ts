import { createTransport } from 'nodemailer';
import { parseEmailAddress } from '../../kernel/email-address.ts';
import type { Part } from '../../kernel/lifecycle.ts';
import { type OutgoingGuard, OutgoingRefused } from '../outgoing/guard.ts';
import type { Login, SmtpServer } from './smtp-server.ts';
import { connectMs, openSmtpSocket } from './smtp-socket.ts';

/** Username and password. */
/** One mail to one address. */
export interface OutgoingMail {
  /**
   * Part before the `@` of the Message-ID. A mail that is resent after a crash keeps it, so that receivers detect the
   * duplicate.
   */
  readonly id: string;
  readonly from: { readonly address: string; readonly name: string };
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly language: string;
}

/** The server did not accept a mail. The message is the error of the server or the connection, without credentials. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure';
  /**
   * True: the server will never accept this mail, so retrying is useless (RFC 5321, section 4.2.1: 5yz about recipient
   * or content).
   */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isFinal = isFinal;
  }
}

/** Hands mails over to an SMTP server. */
export interface Mailer extends Part {
  /** Resolves with the server's response once it is responsible for the mail. @throws MailFailure. */
  send(server: SmtpServer, mail: OutgoingMail): Promise<string>;
}

/**
 * Time limit for one mail, in milliseconds. Servers may take minutes (RFC 5321, section 4.5.3.2), but users do not wait
 * that long.
 */
const mailMs = 90_000;
const silenceMs = 30_000;

interface MailerParts {
  readonly guard: OutgoingGuard;
  /** Certificate authorities to trust in addition to those of Node.js, as PEM. */
  readonly extraCa?: string;
}

type Transport = ReturnType<typeof makeTransport>;

/**
 * Makes a mailer. It reuses connections while mails go to a server with the same settings. The first mail with other
 * settings closes them. [ML1]–[ML6]
 */
export function makeMailer(parts: MailerParts): Mailer {
  let current: { key: string; transport: Transport } | undefined;

  function transportTo(server: SmtpServer): Transport {
    const key = JSON.stringify(server);
    if (current?.key !== key) {
      current?.transport.close();
      current = { key, transport: makeTransport(server, parts) };
    }
    return current.transport;
  }

  return {
    name: 'mailer',
    async send(server, mail) {
      const to = parseEmailAddress(mail.to)?.address;
      const from = parseEmailAddress(mail.from.address)?.address;
      if (to === undefined || from === undefined) throw new MailFailure('the address is not one email address', true);
      try {
        const { response } = await transportTo(server).sendMail({
          envelope: { from, to: [to] },
          from: { name: oneLine(mail.from.name), address: from },
          to: { name: '', address: to },
          subject: oneLine(mail.subject),
          text: mail.text,
          html: mail.html,
          messageId: `<${mail.id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
          // Vacation programs do not answer mails with this header (RFC 3834, section 5).
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.language },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal: AbortSignal.timeout(mailMs),
        });
        return response ?? '';
      } catch (cause) {
        throw toFailure(cause, server);
      }
    },
    stop: async () => {
      current?.transport.close();
      current = undefined;
    },
  };
}

function makeTransport(server: SmtpServer, { guard, extraCa }: MailerParts) {
  const { host, port, useTls, credentials } = server;
  const isImplicit = useTls && port === 465;
  return createTransport({
    pool: true,
    maxConnections: 2,
    maxMessages: 50,
    host,
    port,
    secure: isImplicit,
    requireTLS: useTls && !isImplicit,
    ignoreTLS: !useTls,
    ...(credentials ? { auth: { user: credentials.username, pass: credentials.password } } : {}),
    tls: { minVersion: 'TLSv1.2', ...(extraCa === undefined ? {} : { ca: extraCa }) },
    getSocket: (_: unknown, callback: (failure: Error | null, socket?: object) => void) => {
      openSmtpSocket(server, guard).then(
        (connection) => callback(null, { connection }),
        (cause: Error) => callback(cause),
      );
    },
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    logger: false,
  });
}

/** Puts a header value on one line. nodemailer folds values as well, but we do not rely on that alone. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}

interface SmtpError extends Error {
  readonly code?: string;
  readonly responseCode?: number;
}

/**
 * nodemailer's codes for errors of the envelope and of the message. Other errors concern the connection and may be
 * temporary.
 */
const aboutThisMail = new Set(['EENVELOPE', 'EMESSAGE']);

function toFailure(cause: unknown, { credentials, proxy }: SmtpServer): MailFailure {
  const { message, code, responseCode } = cause as SmtpError;
  const isFinal = (responseCode ?? 0) >= 500 && aboutThisMail.has(code ?? '');
  const said =
    cause instanceof OutgoingRefused ? cause.message : withoutSecrets(message, [credentials, proxy?.credentials]);
  return new MailFailure(oneLine(said).slice(0, 500), isFinal, { cause });
}

/**
 * Removes credentials: a server may repeat them in its response, in clear or encoded for AUTH PLAIN and LOGIN (RFC
 * 4954, RFC 4616).
 */
function withoutSecrets(text: string, logins: readonly (Login | undefined)[]): string {
  const secrets = logins.flatMap((login) => {
    if (!login) return [];
    const { username, password } = login;
    const encoded = [password, `\0${username}\0${password}`].map((secret) => Buffer.from(secret).toString('base64'));
    return [password, ...encoded];
  });
  return secrets.reduce((clean, secret) => clean.replaceAll(secret, '[secret]'), text);
}
