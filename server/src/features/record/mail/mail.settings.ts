import { isIP } from 'node:net';
import { SettingKind } from '@matinee/contract/gen/service/client/settings_pb.ts';
import type { Reason } from '@matinee/contract/reasons.ts';
import { z } from 'zod';
import { because, settingReasons } from '../../../kernel/settings/setting-reasons.ts';
import type { SecretParts } from '../../../kernel/settings/setting-secrets.ts';
import {
  bool,
  checked,
  integer,
  line,
  nullable,
  type Shape,
  text,
  texts,
} from '../../../kernel/settings/setting-shapes.ts';
import { setting } from '../../../kernel/settings/settings.ts';
import { builtInName } from '../server-name/server.settings.ts';
import { mailReasons } from './mail.errors.ts';

/** Username and password of a server. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** The SOCKS5 proxy (RFC 1928) through which mail is sent. */
export interface SmtpProxy {
  readonly url: string;
  readonly credentials?: Credentials | undefined;
}

/** A host name (RFC 1123, section 2.1). */
const hostname = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;
/**
 * The plain form of an address (RFC 5321, section 4.1.2): a dot-string and a domain with a dot. No comments, no quotes.
 */
const address =
  /^(?=.{3,254}$)(?=[^@]{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/i;

const notAHost = (value: string) => (hostname.test(value) || isIP(value) > 0 ? undefined : mailReasons.not_a_host());
const notAnAddress = (value: string) => (address.test(value) ? undefined : mailReasons.not_a_sender());
const notADomain = (value: string) =>
  address.test(value) || (hostname.test(value) && value.includes('.')) ? undefined : mailReasons.not_a_domain();

/** RFC 1929, section 2: both lengths are one byte, so at most 255 bytes. */
const inOneByte = (value: string) =>
  Buffer.byteLength(value) <= 255 ? undefined : settingReasons.too_many_bytes({ max: 255 });

function notAProxy(value: string): Reason | undefined {
  const match = /^socks5:\/\/(\[[^\]]+\]|[^:/?#@[\]]+):(\d{1,5})$/.exec(value);
  if (!match) return mailReasons.not_a_proxy();
  const host = match[1]!.replace(/^\[|\]$/g, '');
  if (!hostname.test(host) && isIP(host) === 0) return settingReasons.no_valid_host();
  return Number(match[2]) >= 1 && Number(match[2]) <= 65_535 ? undefined : settingReasons.bad_port();
}

const credentials: z.ZodType<Credentials> = z.strictObject(
  {
    username: checked(line(1, 255), inOneByte),
    password: checked(
      z
        .string({
          error: ({ input }) =>
            input === undefined ? because(mailReasons.password_missing()) : because(settingReasons.not_a_text()),
        })
        .min(1, because(settingReasons.empty()))
        .refine((v) => !/\p{Cc}/u.test(v), because(settingReasons.control_characters())),
      inOneByte,
    ),
  },
  because(mailReasons.credentials_expected()),
);

const passwords: SecretParts = { properties: [{ name: 'password', boundTo: ['username'] }] };

const credentialsShape: Shape<Credentials> = {
  kind: SettingKind.CREDENTIALS,
  schema: credentials,
  secrets: { ...passwords, sentTo: ['email.smtpHost', 'email.smtpPort', 'email.useTls', 'email.smtpProxy'] },
};
const proxyShape: Shape<SmtpProxy> = {
  kind: SettingKind.PROXY,
  schema: z.strictObject(
    { url: checked(line(1, 300), notAProxy), credentials: credentials.optional() },
    because(mailReasons.proxy_expected()),
  ),
  secrets: { ...passwords, sentTo: ['email.smtpProxy'] },
};

export const mailSettings = {
  enabled: setting('email.enabled', bool, false, 'The server sends mail.'),
  smtpHost: setting('email.smtpHost', nullable(text(1, 253, notAHost)), null, 'Host of the SMTP server.', {
    example: 'smtp.example.org',
  }),
  smtpPort: setting('email.smtpPort', integer(1, 65_535), 587, 'Port of the SMTP server.'),
  smtpCredentials: setting(
    'email.smtpCredentials',
    nullable(credentialsShape),
    null,
    'Username and password at the SMTP server; none where it asks for none.',
  ),
  smtpProxy: setting(
    'email.smtpProxy',
    nullable(proxyShape),
    null,
    'SOCKS5 proxy on the way to the SMTP server. The proxy looks the name of the host up.',
    { example: 'socks5://proxy.example.org:1080' },
  ),
  useTls: setting(
    'email.useTls',
    bool,
    true,
    'Mail is handed over encrypted or not at all: from the first byte at port 465, by STARTTLS at others.',
  ),
  fromEmail: setting('email.fromEmail', nullable(text(3, 254, notAnAddress)), null, 'Address of the sender.', {
    example: 'cinema@example.org',
  }),
  fromName: setting('email.fromName', text(1, 128), builtInName, 'Name of the sender.'),
  whitelistEnabled: setting(
    'email.whitelistEnabled',
    bool,
    false,
    'Only addresses of the list below are accepted. An empty list accepts all.',
  ),
  whitelistDomains: setting(
    'email.whitelistDomains',
    texts(254, notADomain, (value) => value.toLowerCase()),
    [],
    'Domains, and single addresses, that are accepted.',
    { example: 'example.org' },
  ),
};
