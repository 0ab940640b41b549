import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError, readConfig, resolveConfig } from './config.ts';
import { configKeys } from './config-keys.ts';
import { environmentLevel, fileLevel, flagLevel, readFileLevel } from './config-levels.ts';
import { weaknessOf } from './config-rules.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const level = (values: Record<string, unknown>, origin = 'test') => ({ origin, values });

function faultsOf(...levels: Parameters<typeof readConfig>[0]): string {
  try {
    readConfig(levels);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
}

test('without any level every key has its default', () => {
  const config = readConfig([]);
  expect(config).toMatchObject({
    'server.port': 8080,
    'server.host': '127.0.0.1',
    'limits.rate_factor': 1,
    'database.pool_size': 10,
  });
  expect(Object.keys(config).sort()).toEqual(Object.keys(configKeys).sort());
});

test('[CF1] flags win over the environment, and that over the file', () => {
  const file = fileLevel('m.yaml', { server: { port: 1, host: 'a.example' }, log: { level: 'warn' } });
  const environment = environmentLevel({ MATINEE_SERVER_PORT: '2', MATINEE_LOG_LEVEL: 'error', OTHER: 'x' });
  const config = readConfig([file, environment, level({ 'server.port': '3' })]);
  expect(config).toMatchObject({ 'server.port': 3, 'server.host': 'a.example', 'log.level': 'error' });
});

test('lists, flags and settings are read from text and from YAML', () => {
  const origins = ['https://a.example', 'https://b.example:8443'];
  for (const value of [origins, ' https://a.example , https://b.example:8443 ']) {
    expect(readConfig([level({ 'server.cors_allowed_origins': value })])['server.cors_allowed_origins']).toEqual(
      origins,
    );
  }
  expect(readConfig([level({ 'limits.enabled': 'false' })])['limits.enabled']).toBe(false);
  const file = fileLevel('m.yaml', { bootstrap: { settings: { 'user.enablePasswordSignup': true } } });
  expect(readConfig([file])['bootstrap.settings']).toEqual({ 'user.enablePasswordSignup': true });
  const environment = environmentLevel({ MATINEE_BOOTSTRAP_SETTINGS: '{"server.name":"x"}' });
  expect(readConfig([environment])['bootstrap.settings']).toEqual({ 'server.name': 'x' });
});

test('[CF3] all faults of all levels are told at once, with key, value, level and an example', () => {
  const text = faultsOf(
    fileLevel('m.yaml', { server: { port: 70_000, nonsense: 1 }, log: 'loud' }),
    environmentLevel({ MATINEE_SERVER_HOST: 'not a host', MATINEE_TYPO: '1' }),
    level({ 'server.mode': 'test', 'server.cors_allowed_origins': 'https://a.example/path' }, 'flags'),
  );
  for (const part of [
    'server.port = 70000 (m.yaml)',
    'server.nonsense (m.yaml)',
    'log (m.yaml)',
    'server.host = "not a host" (environment)',
    'MATINEE_TYPO (environment)',
    'server.mode = "test" (flags)',
    'server.cors_allowed_origins',
    'Example: https://watch.example.org',
  ]) {
    expect(text).toContain(part);
  }
});

test('[CF4] the value of a secret is not told', () => {
  const text = faultsOf(level({ 'jwt.secret': 'hunter2', 'bootstrap.root_password': 'tiny' }));
  expect(text).toContain('jwt.secret = [secret]');
  expect(text).not.toMatch(/hunter2|tiny/);
});

test('[CF4] secrets inside of the settings of a new database are not told either', () => {
  const environment = environmentLevel({
    MATINEE_BOOTSTRAP_SETTINGS: '{"email.smtpCredentials": {"password": "hunter2"}',
  });
  expect(faultsOf(environment)).toMatch(/bootstrap.settings = \[secret\] \(environment\): must be an object/);
});

test('[CF3] values that do not go together are told beside faults of other keys, and not guessed at', () => {
  const told = faultsOf(level({ 'server.port': 'x', 'server.tls_key': '/k', 'webauthn.rp_id': 'a.example' }));
  expect(told.split('\n')).toHaveLength(4);
  expect(told).toContain('server.port = "x"');
  expect(told).toContain('server.tls_certificate: is missing');
  expect(told).toContain('webauthn.rp_id: needs webauthn.rp_origin');
  const weak = level({ 'management.address': '127.0.0.1:9465', 'management.token': 'short' });
  expect(faultsOf(weak)).toContain('has fewer than 32 characters');
  expect(faultsOf(weak)).not.toContain('is missing');
});

test('[CF3] a key that one level gives twice is told', () => {
  const twice = fileLevel('m.yaml', { 'server.port': 1, server: { port: 2 } });
  expect(faultsOf(twice)).toContain('server.port (m.yaml): is given twice');
});

test('[CF2] a secret may come from a file, at every level, but not from both', () => {
  const path = join(folder, 'secret');
  writeFileSync(path, 'a secret of more than thirty-two characters\n');
  expect(readConfig([level({ 'jwt.secret_file': path })])['jwt.secret']).toBe(
    'a secret of more than thirty-two characters',
  );
  expect(readConfig([environmentLevel({ MATINEE_JWT_SECRET_FILE: path })])['jwt.secret']).toMatch(/^a secret/);
  expect(faultsOf(level({ 'jwt.secret_file': path, 'jwt.secret': 'x'.repeat(40) }))).toContain(
    'both as a value and as a file',
  );
  expect(faultsOf(level({ 'jwt.secret_file': join(folder, 'none') }))).toContain('cannot be read');
  expect(faultsOf(level({ 'server.port_file': path }))).toContain('only secrets may come from a file');
});

test('whatever a level holds, it is read or refused with a ConfigError', () => {
  const names = fc.oneof(
    fc.constantFrom(...Object.keys(configKeys)),
    fc.string(),
    fc.constantFrom('__proto__', 'constructor', 'toString_file'),
  );
  fc.assert(
    fc.property(fc.dictionary(names, fc.jsonValue(), { noNullPrototype: true }), (values) => {
      faultsOf(level(values));
      faultsOf(fileLevel('m.yaml', values));
    }),
  );
});

const strong = 'k7Qm2vXw9ZrT4bNc8LpF6hJd3SgY5aUe';
const strongKey = '8d1f0c5e3b7a492615e0d4c8b2a6f9738b1d4e7fa02c6593d8e14b7c0a95f362';
const production = {
  'server.mode': 'production',
  'jwt.secret': strong,
  'security.opaque_server_setup_secret': `${strong}+`,
  credential_encryption_key: strongKey,
};

/** Each rule yields one fault: the values that cause it, and the message for the operator. */
const faults: [what: string, values: Record<string, unknown>, told: RegExp][] = [
  [
    'a port that is none',
    { 'server.port': 'http' },
    /server.port = "http".*whole number from 0 to 65535.*Example: 8080/,
  ],
  ['an empty number', { 'server.port': '' }, /server.port = "".*whole number/],
  ['half a port', { 'server.port': 80.5 }, /server.port = 80.5.*whole number/],
  [
    'a text that is a number',
    { 'bootstrap.root_username': 1 },
    /bootstrap.root_username = 1.*in YAML put digits in quotes/,
  ],
  ['a flag', { 'limits.enabled': 'yes' }, /limits.enabled = "yes".*true or false/],
  ['a choice', { 'log.level': 'loud' }, /log.level = "loud".*one of trace, debug/],
  ['a list that is none', { 'server.trusted_proxies': 5 }, /must be a list, or text with commas/],
  [
    'each wrong entry of a list',
    { 'outbound.allowed_networks': '10.0.0.0/8,home,10.0.0.0/33' },
    /"home" is neither[\s\S]*"10.0.0.0\/33" is neither/,
  ],
  [
    'an origin with a path',
    { 'server.cors_allowed_origins': ['https://a.example/x'] },
    /"https:\/\/a.example\/x" is not an origin.*without a path/,
  ],
  [
    'an origin with a wildcard',
    { 'server.cors_allowed_origins': ['https://*.example.org'] },
    /"https:\/\/\*.example.org" is not an origin.*no wildcard/,
  ],
  ['an address without a port', { 'management.metrics_address': 'localhost' }, /is not host:port/],
  ['[TC6] a collector without http', { 'tracing.endpoint': 'localhost:4318' }, /is not an address such as/],
  ['[TC6] a collector with a password', { 'tracing.endpoint': 'http://me:pass@localhost:4318' }, /is not an address/],
  ['[TC6] a share of more than all', { 'tracing.sample_ratio': 1.5 }, /tracing\.sample_ratio/],
  [
    'a key of the wrong length',
    { credential_encryption_key: 'abc' },
    /credential_encryption_key = \[secret\].*64 hexadecimal.*openssl rand -hex 32/,
  ],
  [
    'settings that are no object',
    { 'bootstrap.settings': '[1]' },
    /bootstrap.settings = .*must be an object; as text, in JSON/,
  ],
  ['a short secret', { 'jwt.secret': 'short' }, /jwt.secret = \[secret\].*fewer than 32 characters.*openssl rand/],
];

test.each(faults)('[CF3] told: %s', (_what, values, told) => {
  expect(faultsOf(level(values))).toMatch(told);
});

test.each([
  ['server.prot', 'server.port'],
  ['port', 'server.port'],
  ['jwt.secrett', 'jwt.secret'],
  ['jwt.secrt_file', 'jwt.secret'],
  ['sever.host', 'server.host'],
])('[CF5] %s: did you mean %s?', (wrong, right) => {
  expect(faultsOf(level({ [wrong]: 'x' }))).toContain(
    `${wrong} (test): is not a configuration key; did you mean ${right}?`,
  );
});

test('[CF5] a wrong variable names the nearest one, and nothing absurd', () => {
  const text = faultsOf(
    environmentLevel({ MATINEE_SERVER_PROT: '1', MATINEE_ZZZZZZ: '1', MATINEE_SERVER_PORT_FILE: 'x' }),
  );
  expect(text).toContain(
    'MATINEE_SERVER_PROT (environment): is not a configuration key; did you mean MATINEE_SERVER_PORT?',
  );
  expect(text).toMatch(/MATINEE_ZZZZZZ \(environment\): is not a configuration key$/m);
  expect(text).toContain('MATINEE_SERVER_PORT_FILE (environment): is not a configuration key');
});

test('[CF5] __proto__ is a key that does not exist, as any other', () => {
  writeFileSync(join(folder, 'm.yaml'), '__proto__: 5');
  expect(faultsOf(readFileLevel(join(folder, 'm.yaml')))).toContain('__proto__');
  expect(faultsOf(flagLevel(['__proto__=x']))).toContain('__proto__ (flags): is not a configuration key');
});

test('[CF5] names that only look like keys are none', () => {
  expect(faultsOf(level({ constructor: 'x', toString_file: 'x' }))).toMatch(/constructor[\s\S]*toString_file/);
});

test('[CF3] what is no configuration file is told with its place', () => {
  const path = join(folder, 'm.yaml');
  const told = (text: string) => {
    writeFileSync(path, text);
    return faultsOf(readFileLevel(path), environmentLevel({ MATINEE_LOG_LEVEL: 'loud' }));
  };
  expect(told('server:\n  port: [1\nlog: x')).toMatch(/m.yaml, line \d+, column \d+: is not YAML/);
  expect(told('server:\n  port: 1\n  port: 2')).toMatch(/m.yaml, line 3.*is not YAML: Map keys must be unique/);
  expect(told('just text')).toContain('m.yaml: does not hold keys with values');
  expect(told('server: 8080')).toContain('server');
  expect(told('server: 8080')).toMatch(/server \(.*m.yaml\): is a group of keys, such as server.mode, not a value/);
  expect(faultsOf(readFileLevel(join(folder, 'none.yaml')))).toMatch(/none.yaml: cannot be read: ENOENT/);
  // The other levels are read despite this fault.
  expect(told('- 1')).toContain('log.level = "loud" (environment)');
  expect(told('# nothing but a comment')).not.toContain('m.yaml');
  expect(told('jwt:\n  secret:\nserver:')).not.toContain('m.yaml');
});

test('[CF3] a flag that is no pair is told', () => {
  expect(faultsOf(flagLevel(['server.port']))).toContain('--set server.port: is not KEY=VALUE');
  expect(readConfig([flagLevel(['redis.url=redis://a?b=c'], { 'server.port': '1' })])).toMatchObject({
    'redis.url': 'redis://a?b=c',
    'server.port': 1,
  });
});

test('[CF2] a file of a secret that is empty or no path is told, at its level', () => {
  const path = join(folder, 'empty');
  writeFileSync(path, '\n');
  expect(faultsOf(environmentLevel({ MATINEE_JWT_SECRET_FILE: path }))).toMatch(
    /jwt.secret_file = ".*empty" \(environment\): the file is empty/,
  );
  expect(faultsOf(level({ 'jwt.secret_file': 5 }))).toContain('jwt.secret_file = 5 (test): is not the path of a file');
  writeFileSync(path, strong);
  const { origins, config } = resolveConfig([
    level({ 'jwt.secret': 'x'.repeat(32) }),
    level({ 'jwt.secret_file': path }, 'flags'),
  ]);
  expect([config['jwt.secret'], origins.get('jwt.secret')]).toEqual([strong, `flags, file ${path}`]);
});

test('[CF2] what never ends, is no text or far too long is not taken for a secret', () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const binary = join(folder, 'binary');
  writeFileSync(binary, Buffer.alloc(48, 0xff));
  const huge = join(folder, 'huge');
  writeFileSync(huge, 'x'.repeat(65_537));
  const told = (path: string) => faultsOf(environmentLevel({ MATINEE_JWT_SECRET_FILE: path }));
  expect(told('/dev/zero')).toContain('jwt.secret_file = "/dev/zero" (environment): is not a file');
  expect(told(pipe)).toContain('is not a file');
  expect(told(folder)).toMatch(/is not a file/);
  expect(told(binary)).toContain('the file is not text in UTF-8');
  expect(told(huge)).toContain('the file has more than 65536 bytes');
});

test('[CF6] production refuses secrets that are missing, placeholders or weak, all at once', () => {
  const text = faultsOf(level({ 'server.mode': 'production' }));
  for (const key of ['jwt.secret', 'security.opaque_server_setup_secret', 'credential_encryption_key'])
    expect(text).toMatch(new RegExp(`${key}: is missing.*openssl rand.*MATINEE_`));
  expect(text).not.toContain('management.token');
  expect(readConfig([level(production)])['jwt.secret']).toBe(strong);
  const weak = faultsOf(
    level({
      ...production,
      'jwt.secret': 'change-me-change-me-change-me-1234',
      'bootstrap.root_password': 'Password1',
    }),
  );
  expect(weak).toMatch(/jwt.secret = \[secret\] \(test\): is a placeholder. Make one with: openssl rand -base64 48/);
  expect(weak).toMatch(/bootstrap.root_password = \[secret\] \(test\): is a placeholder/);
  expect(
    readConfig([level({ ...production, 'server.mode': 'development', 'jwt.secret': 'x'.repeat(32) })]),
  ).toBeTruthy();
});

test.each([
  ['change-me please change me now!!', 'is a placeholder'],
  ['your_jwt_value_goes_in_this_place', 'is a placeholder'],
  ['abcdefghijklmnopabcdefghijklmnop', 'repeats itself'],
  ['a'.repeat(64), 'repeats itself'],
  ['aababcbabcabcbabcbacbabcabcbabcc', 'fewer than 10 different characters'],
  ['aaaabbbbccccddddeeeeffff000011112', 'fewer than 10 different characters'],
  ['abcdef012abcdef012abcdef012abcde', 'fewer than 10 different characters'],
  ['000000000000000000000000abcdef12', 'fewer than 10 different characters'],
  // Random digits without seven of the sixteen: one in 10⁴ is like this.
  ['3f0b92c30f2b9e93cbe20f3b92ec0f9e', undefined],
  [strong, undefined],
  [strongKey, undefined],
])('[CF6] weak or not: %s', (secret, reason) => {
  expect(weaknessOf(secret) ?? 'strong').toContain(reason ?? 'strong');
});

test('[CF6] secrets as they are to be made are never called weak', () => {
  // Digests of numbers look like random bytes, but are the same in each run.
  for (let n = 0; n < 2_000; n++) {
    const bytes = createHash('sha384').update(String(n)).digest();
    expect([bytes.toString('base64'), bytes.toString('hex')].map(weaknessOf)).toEqual([undefined, undefined]);
  }
});

test('[CF7] passkeys belong to an origin that browsers accept, and to its domain', () => {
  const told = (origin: string, id?: string) =>
    faultsOf(level({ 'webauthn.rp_origin': origin, ...(id === undefined ? {} : { 'webauthn.rp_id': id }) }));
  expect(told('https://watch.example.org', 'example.org')).toBe('');
  expect(told('http://localhost:8080')).toBe('');
  expect(told('https://watch.example.org', 'other.org')).toContain(
    'must be the host of webauthn.rp_origin or a domain above it',
  );
  expect(told('https://watch.example.org', 'ample.org')).toContain('must be the host');
  expect(told('http://watch.example.org')).toContain('over https and on localhost only');
  expect(told('https://192.0.2.1')).toContain('refuse passkeys on addresses');
  expect(faultsOf(level({ 'webauthn.rp_id': 'example.org' }))).toContain('needs webauthn.rp_origin');
});

test('[CF7] what is absent is derived', () => {
  const derived = (values: Record<string, unknown>) => {
    const { config, origins } = resolveConfig([level(values)]);
    return [config['webauthn.rp_origin'], config['webauthn.rp_id'], origins.get('webauthn.rp_id')];
  };
  expect(derived({ 'server.port': 9000 })).toEqual(['http://localhost:9000', 'localhost', 'derived']);
  expect(derived({ 'webauthn.rp_origin': 'https://w.example.org' })).toEqual([
    'https://w.example.org',
    'w.example.org',
    'derived',
  ]);
  expect(derived(production)).toEqual([undefined, undefined, 'default']);
  expect(derived({ 'server.cors_allowed_origins': ['https://a.example'] })).toEqual([undefined, undefined, 'default']);
  expect(derived({ 'server.port': 0 })).toEqual([undefined, undefined, 'default']);
});

test('the path of the management socket is one that a socket can have', () => {
  expect(faultsOf(level({ 'management.socket': `/run/${'s'.repeat(100)}` }))).toContain(
    'is not a path of at most 103 bytes',
  );
  expect(faultsOf(level({ 'management.socket': '/run/matinee.sock' }))).toBe('');
});

test('[CF8] certificate and key go together', () => {
  expect(faultsOf(level({ 'server.tls_key': '/k' }))).toContain('server.tls_certificate: is missing');
  expect(faultsOf(level({ 'server.tls_certificate': '/c' }))).toContain('server.tls_key: is missing');
});

test('[CF8] RTMPS needs an address for RTMP and a certificate', () => {
  expect(faultsOf(level({ 'rtmp.tls': true }))).toContain('rtmp.tls: is true and rtmp.address is missing');
  const address = { 'rtmp.tls': true, 'rtmp.address': '127.0.0.1:1935' };
  expect(faultsOf(level(address))).toContain('rtmp.tls: is true and server.tls_certificate is missing');
  expect(faultsOf(level({ ...address, 'server.tls_certificate': '/c', 'server.tls_key': '/k' }))).toBe('');
});

test('[CF9] management over TCP needs a token and a port of its own', () => {
  const address = { 'management.address': '127.0.0.1:9465' };
  expect(faultsOf(level(address))).toMatch(/management.token: is missing.*openssl rand/);
  expect(faultsOf(level({ ...address, 'management.token': strong }))).toBe('');
  expect(faultsOf(level({ ...address, 'management.token': strong, 'server.port': 9465 }))).toContain(
    'is the port of the public service',
  );
});

test('[CF14] STUN needs to be reached, and TURN a secret', () => {
  const stun = { 'stun.address': '0.0.0.0:3478' };
  expect(faultsOf(level(stun))).toContain('stun.public_address: is missing');
  expect(faultsOf(level({ 'stun.public_address': 'watch.example.org:3478' }))).toContain('stun.address: is missing');
  expect(faultsOf(level({ ...stun, 'stun.public_address': 'watch.example.org:3478' }))).toBe('');
  const turn = { 'turn.urls': ['turn:turn.example.org', 'turns:[2001:db8::1]:5349?transport=tcp'] };
  expect(faultsOf(level(turn))).toContain('turn.secret: is missing');
  expect(faultsOf(level({ 'turn.secret': strong }))).toContain('turn.urls: is missing');
  expect(faultsOf(level({ ...turn, 'turn.secret': strong }))).toBe('');
  for (const url of ['stun:turn.example.org', 'turn:', 'turn:a b', 'turn:a?transport=sctp', 'https://turn.example.org'])
    expect(faultsOf(level({ 'turn.urls': [url], 'turn.secret': strong }))).toContain('is not an address such as turn:');
});

test('[CF15] live streams are taken at an address, and nowhere without one', () => {
  expect(readConfig([level({})])['rtmp.address']).toBeUndefined();
  expect(readConfig([level({ 'rtmp.address': '[::]:1935' })])['rtmp.address']).toBe('[::]:1935');
  expect(faultsOf(level({ 'rtmp.address': '1935' }))).toContain('is not host:port');
});

test('[CF13] an object store needs its address, bucket and keys, all together', () => {
  const used = faultsOf(level({ 'files.chat_attachments': 'object_storage' }));
  for (const key of ['endpoint', 'bucket', 'access_key_id', 'secret_access_key'])
    expect(used).toContain(`object_storage.${key}: is missing, and files.chat_attachments asks for it`);
  const half = { 'object_storage.endpoint': 'https://s3.example.org', 'object_storage.access_key_id': 'matinee' };
  expect(faultsOf(level(half))).toContain('object_storage.secret_access_key: is missing');
  const whole = { ...half, 'object_storage.bucket': 'files', 'object_storage.secret_access_key': strong };
  expect(faultsOf(level({ ...whole, 'files.chat_attachments': 'object_storage' }))).toBe('');
  expect(faultsOf(level({ 'object_storage.endpoint': 'https://s3.example.org/path' }))).toContain('is not an origin');
});
