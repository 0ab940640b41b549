import { expect, test } from 'vitest';
import { toSmtpServer } from './smtp-server.ts';

/** Settings of a server that sends mail, with `changed` values. */
const settings = (changed: Partial<Parameters<typeof toSmtpServer>[0]> = {}) => ({
  enabled: true,
  smtpHost: 'smtp.example.org',
  smtpPort: 587,
  smtpCredentials: null,
  smtpProxy: null,
  useTls: true,
  fromEmail: 'cinema@example.org',
  fromName: 'Cinema',
  whitelistEnabled: false,
  whitelistDomains: [],
  ...changed,
});

test('[MA9] the server is the one of the settings, and nothing is made up', () => {
  expect(toSmtpServer(settings())).toEqual({ host: 'smtp.example.org', port: 587, useTls: true });
  expect(toSmtpServer(settings({ smtpHost: '2001:db8::25', smtpPort: 25, useTls: false }))).toEqual({
    host: '2001:db8::25',
    port: 25,
    useTls: false,
  });
});

test.each([
  ['mail is switched off', { enabled: false }],
  ['there is no host', { smtpHost: null }],
  ['there is no sender', { fromEmail: null }],
])('[MA8] there is no server to send with while %s', (_, changed) => {
  expect(toSmtpServer(settings(changed))).toBeUndefined();
});

test('[MA9] credentials go to the server that they were given for', () => {
  const smtpCredentials = { username: 'cinema', password: 'of the server' };
  const smtpProxy = {
    url: 'socks5://proxy.example.org:1080',
    credentials: { username: 'way', password: 'of the proxy' },
  };
  expect(toSmtpServer(settings({ smtpCredentials, smtpProxy }))).toEqual({
    host: 'smtp.example.org',
    port: 587,
    useTls: true,
    credentials: smtpCredentials,
    proxy: { host: 'proxy.example.org', port: 1080, credentials: smtpProxy.credentials },
  });
});

test.each([
  ['socks5://127.0.0.1:9', '127.0.0.1', 9],
  ['socks5://[2001:db8::1]:65535', '2001:db8::1', 65_535],
  ['socks5://tor:9050', 'tor', 9050],
])('[MA9] the proxy %s is %s at port %i', (url, host, port) => {
  expect(toSmtpServer(settings({ smtpProxy: { url } }))?.proxy).toEqual({ host, port, credentials: undefined });
});
