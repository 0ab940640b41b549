import { expect, test } from 'vitest';
import { reasonOf } from '../../../kernel/settings/setting-reasons.ts';
import { mailSettings } from './mail.settings.ts';

type Name = keyof typeof mailSettings;

/** The reason why a value is refused; undefined if it is valid. */
function refusalOf(name: Name, value: unknown): string | undefined {
  const parsed = mailSettings[name].schema.safeParse(value);
  return parsed.error && reasonOf(parsed.error.issues[0]!.message).reason;
}

const label = 'a'.repeat(63);
/** A host of 253 characters, the maximum. */
const longest = `${label}.${label}.${label}.${'b'.repeat(61)}`;

test.each<[Name, unknown]>([
  ['smtpHost', null],
  ['smtpHost', 'localhost'],
  ['smtpHost', 'mx-1.example.org'],
  ['smtpHost', '1.example'],
  ['smtpHost', '192.0.2.1'],
  ['smtpHost', '2001:db8::25'],
  ['smtpHost', longest],
  ['fromEmail', null],
  ['fromEmail', 'cinema@example.org'],
  ['fromEmail', "o'neill+kino=1@mx.example.org"],
  ['fromEmail', `${'a'.repeat(64)}@example.org`],
  ['whitelistDomains', ['example.org', 'anna@example.org', 'xn--bcher-kva.example']],
  ['smtpProxy', { url: 'socks5://proxy:1' }],
  ['smtpProxy', { url: 'socks5://[::1]:65535', credentials: { username: 'a', password: 'b' } }],
  ['smtpCredentials', { username: 'a'.repeat(255), password: 'ä'.repeat(127) }],
  ['smtpCredentials', { username: 'a', password: ' with white space ' }],
  ['fromName', 'a'.repeat(128)],
  ['smtpPort', 1],
  ['smtpPort', 65_535],
])('[RS2] %s takes %j', (name, value) => {
  expect(refusalOf(name, value)).toBeUndefined();
});

test.each<[Name, unknown, string]>([
  ['smtpHost', '-mx.example.org', 'mail.not_a_host'],
  ['smtpHost', 'mx-.example.org', 'mail.not_a_host'],
  ['smtpHost', 'mx..example.org', 'mail.not_a_host'],
  ['smtpHost', 'smtp://mx.example.org', 'mail.not_a_host'],
  ['smtpHost', 'mx.example.org:25', 'mail.not_a_host'],
  ['smtpHost', `${label}a.example.org`, 'mail.not_a_host'],
  ['smtpHost', '[2001:db8::25]', 'mail.not_a_host'],
  ['smtpHost', '', 'settings.empty'],
  ['fromEmail', 'cinema', 'mail.not_a_sender'],
  ['fromEmail', 'cinema@localhost', 'mail.not_a_sender'],
  ['fromEmail', '.cinema@example.org', 'mail.not_a_sender'],
  ['fromEmail', 'cinema.@example.org', 'mail.not_a_sender'],
  ['fromEmail', 'Cinema <cinema@example.org>', 'mail.not_a_sender'],
  ['fromEmail', 'cinema@example.org, anna@example.org', 'mail.not_a_sender'],
  ['fromEmail', `${'a'.repeat(65)}@example.org`, 'mail.not_a_sender'],
  ['whitelistDomains', ['org'], 'mail.not_a_domain'],
  ['whitelistDomains', ['*.example.org'], 'mail.not_a_domain'],
  ['whitelistDomains', ['@example.org'], 'mail.not_a_domain'],
  ['whitelistDomains', ['example.org', 'EXAMPLE.org'], 'settings.there_twice'],
  ['smtpProxy', { url: 'http://proxy:1080' }, 'mail.not_a_proxy'],
  ['smtpProxy', { url: 'socks5://proxy' }, 'mail.not_a_proxy'],
  ['smtpProxy', { url: 'socks5://anna:secret@proxy:1080' }, 'mail.not_a_proxy'],
  ['smtpProxy', { url: 'socks5://proxy:1080/' }, 'mail.not_a_proxy'],
  ['smtpProxy', { url: 'socks5://::1:1080' }, 'mail.not_a_proxy'],
  ['smtpProxy', { url: 'socks5://-proxy:1080' }, 'settings.no_valid_host'],
  ['smtpProxy', { url: 'socks5://[::g]:1080' }, 'settings.no_valid_host'],
  ['smtpProxy', { url: 'socks5://proxy:0' }, 'settings.bad_port'],
  ['smtpProxy', { url: 'socks5://proxy:65536' }, 'settings.bad_port'],
  ['smtpProxy', 'socks5://proxy:1080', 'mail.proxy_expected'],
  ['smtpCredentials', { username: 'anna' }, 'mail.password_missing'],
  ['smtpCredentials', { username: 'anna', password: '' }, 'settings.empty'],
  ['smtpCredentials', { username: 'anna', password: 1 }, 'settings.not_a_text'],
  ['smtpCredentials', { username: 'anna', password: 'a\r\nb' }, 'settings.control_characters'],
  ['smtpCredentials', { username: 'anna', password: 'ä'.repeat(128) }, 'settings.too_many_bytes'],
  ['smtpCredentials', { username: 'ä'.repeat(128), password: 'b' }, 'settings.too_many_bytes'],
  ['smtpCredentials', 'anna', 'mail.credentials_expected'],
  ['fromName', 'a'.repeat(129), 'settings.too_long'],
  ['smtpPort', 0, 'settings.not_an_integer'],
  ['smtpPort', 65_536, 'settings.not_an_integer'],
])('[RS2] %s refuses %j: %s', (name, value, reason) => {
  expect(refusalOf(name, value)).toBe(reason);
});
