/** Every key of the startup configuration: its schema, default and documentation. */

import { logLevels } from '../log.ts';
import { type KeyDeclaration, key } from './config-key.ts';
import { howToMakeASecret } from './config-names.ts';
import {
  basePath,
  choice,
  flag,
  hexText,
  hostAndPort,
  hostname,
  httpAddress,
  list,
  network,
  number,
  origin,
  record,
  secretAtLeast,
  socketPath,
  text,
  turnUrl,
  workerCount,
} from './config-schemas.ts';
import { storageKeys } from './storage-keys.ts';

/** Every startup key. The environment name is `MATINEE_` and the key in upper case, dots to underscores. */
export const configKeys = {
  'server.mode': key(
    choice('development', 'production'),
    'development',
    'development makes missing secrets itself; production refuses to start without them',
    'production',
  ),
  'server.host': key(hostname, '127.0.0.1', 'address to listen on; 0.0.0.0 opens it to the network', '0.0.0.0'),
  'server.port': key(number(0, 65_535), 8080, 'port to listen on; 0 takes any free one', '8080'),
  'server.workers': key(
    workerCount,
    undefined as number | 'auto' | undefined,
    'worker processes that share the port; auto: one for each core; one process does everything when absent',
    'auto',
  ),
  'server.base_path': key(
    basePath,
    '',
    'path under which a reverse proxy shows the server, whether or not it takes it out of requests; empty: the root of the host',
    '/cinema',
  ),
  'server.cors_allowed_origins': key(
    list(origin),
    [],
    'other origins whose pages may call the service',
    'https://watch.example.org',
  ),
  'server.trusted_proxies': key(
    list(network),
    [],
    'addresses or networks of proxies whose X-Forwarded-For is believed',
    '127.0.0.1',
  ),
  'server.tls_certificate': key(
    text,
    undefined as string | undefined,
    'PEM file with the certificate chain; read again on SIGHUP',
    '/etc/matinee/tls.crt',
  ),
  'server.tls_key': key(
    text,
    undefined as string | undefined,
    'PEM file with the private key; read again on SIGHUP',
    '/etc/matinee/tls.key',
  ),
  'database.url': key(
    text,
    undefined as string | undefined,
    'PostgreSQL to use instead of the embedded one',
    'postgres://matinee@localhost/matinee',
    true,
  ),
  'database.pool_size': key(
    number(2, 200),
    10,
    'connections to PostgreSQL, beside four that store the bytes of files',
    '20',
  ),
  'redis.url': key(
    text,
    undefined as string | undefined,
    'Redis that replicas share; memory of this process when absent',
    'redis://localhost:6379',
    true,
  ),
  'jwt.secret': key(
    secretAtLeast(32),
    undefined as string | undefined,
    'signs access tokens',
    howToMakeASecret,
    true,
    'required',
  ),
  'security.opaque_server_setup_secret': key(
    secretAtLeast(32),
    undefined as string | undefined,
    'root of all password records; must never change',
    howToMakeASecret,
    true,
    'required',
  ),
  'webauthn.rp_origin': key(
    origin,
    undefined as string | undefined,
    'origin of the pages on which passkeys are made; in development http://localhost and the port',
    'https://watch.example.org',
  ),
  'webauthn.rp_id': key(
    hostname,
    undefined as string | undefined,
    'domain that passkeys are bound to; the host of webauthn.rp_origin when absent',
    'watch.example.org',
  ),
  'outbound.allowed_networks': key(
    list(network),
    [],
    'private networks that requests to addresses of users, issuers and mail servers may reach',
    '192.168.1.0/24, 10.0.5.7',
  ),
  'media_probe.enabled': key(
    flag,
    true,
    'read length, tracks and chapters of films that people add, at most 16 MiB of each',
    'false',
  ),
  ...storageKeys,
  credential_encryption_key: key(
    hexText(64),
    undefined as string | undefined,
    'encrypts the keys of authenticator apps and stored secrets of other services; without it they have to be set up again',
    'openssl rand -hex 32',
    true,
    'required',
  ),
  'bootstrap.root_username': key(text, 'root', 'name of the first account', 'root'),
  'bootstrap.root_password': key(
    secretAtLeast(8),
    undefined as string | undefined,
    'password of the first account; made and printed once when absent',
    'openssl rand -base64 18',
    true,
    'checked',
  ),
  'bootstrap.settings': {
    ...key(record, {}, 'runtime settings written when the database is created', '{"user.enablePasswordSignup": true}'),
    holdsSecrets: true,
  },
  'limits.enabled': key(flag, true, 'rate limits on or off', 'true'),
  'limits.rate_factor': key(
    number(0.01, 1_000_000, false),
    1,
    'multiplies every rate limit, and the failures that lock an address',
    '2',
  ),
  'limits.connections_per_user': key(number(1, 1_000_000), 20, 'realtime connections of one user', '20'),
  'limits.connections_per_room': key(number(1, 1_000_000), 2_000, 'realtime connections of one room', '2000'),
  'limits.connections': key(number(1, 10_000_000), 100_000, 'realtime connections of one process', '100000'),
  'log.level': key(choice(...logLevels), 'info', 'how much is logged; matinee log-level changes it', 'info'),
  'log.format': key(
    choice('auto', 'text', 'json'),
    'auto',
    'lines for people (text) or for programs (json); auto: text where standard output is a terminal',
    'json',
  ),
  'log.slow_call_ms': key(
    number(0, 600_000),
    2_000,
    'a call that takes as many milliseconds is logged as a warning; 0: none',
    '500',
  ),
  'log.slow_statement_ms': key(
    number(0, 600_000),
    500,
    'a statement to the database that takes as many milliseconds is logged as a warning, without its values; 0: none',
    '100',
  ),
  'tracing.endpoint': key(
    httpAddress,
    undefined as string | undefined,
    'collector that gets traces over OTLP (HTTP, JSON); /v1/traces is added to an address without a path; off when absent',
    'http://localhost:4318',
  ),
  'tracing.authorization': key(
    text,
    undefined as string | undefined,
    'header Authorization for tracing.endpoint',
    'Bearer …',
    true,
  ),
  'tracing.sample_ratio': key(
    number(0, 1, false),
    1,
    'share of the calls that are traced, where the caller has not decided by traceparent',
    '0.1',
  ),
  'management.enabled': key(flag, true, 'serve the management endpoint, which the command line uses', 'true'),
  'management.socket': key(
    socketPath,
    undefined as string | undefined,
    'path of the Unix socket of the management endpoint; in the data directory when absent',
    '/run/matinee/management.sock',
  ),
  'management.address': key(
    hostAndPort,
    undefined as string | undefined,
    'TCP address that serves management too, with management.token; off when absent',
    '127.0.0.1:9465',
  ),
  'management.token': key(
    secretAtLeast(32),
    undefined as string | undefined,
    'bearer token of the management endpoint over TCP',
    howToMakeASecret,
    true,
    'checked',
  ),
  'stun.address': key(
    hostAndPort,
    undefined as string | undefined,
    'UDP address on which the server answers STUN, by which browsers find a way to each other; off when absent',
    '0.0.0.0:3478',
  ),
  'stun.public_address': key(
    hostAndPort,
    undefined as string | undefined,
    'host and port by which browsers reach stun.address',
    'watch.example.org:3478',
  ),
  'turn.urls': key(
    list(turnUrl),
    [],
    'TURN servers that take credentials made with turn.secret, as coturn does with use-auth-secret',
    'turn:turn.example.org:3478',
  ),
  'turn.secret': key(
    secretAtLeast(16),
    undefined as string | undefined,
    'secret shared with the TURN servers of turn.urls',
    'openssl rand -hex 32',
    true,
    'checked',
  ),
  'rtmp.address': key(
    hostAndPort,
    undefined as string | undefined,
    'TCP address on which the server takes live streams over RTMP; off when absent',
    '0.0.0.0:1935',
  ),
  'rtmp.tls': key(
    flag,
    false,
    'live streams are taken over RTMPS alone, with the certificate of server.tls_certificate',
    'true',
  ),
  'srt.host': key(
    hostname,
    '0.0.0.0',
    'address of this machine on which encoders are waited for that send by SRT, with srt.enabled',
    '10.0.0.12',
  ),
  'srt.public_host': key(
    hostname,
    undefined as string | undefined,
    'host name or IP address by which encoders reach this process by SRT; where absent, that of the public address',
    'live-1.example.org',
  ),
  'cluster.advertise_address': key(
    hostAndPort,
    undefined as string | undefined,
    'host and port by which the other replicas reach this one; where absent, its first address in the network and server.port',
    '10.0.0.12:8080',
  ),
  'management.metrics_address': key(
    hostAndPort,
    undefined as string | undefined,
    'address of the metrics listener; off when absent',
    '127.0.0.1:9464',
  ),
} as const satisfies Record<string, KeyDeclaration>;

type Keys = typeof configKeys;

/** Values in force, by key. */
export type Config = { readonly [K in keyof Keys]: Keys[K] extends KeyDeclaration<infer T> ? T : never };

/** Name of a key. */
export type ConfigKey = keyof Keys;

export function isConfigKey(name: string): name is ConfigKey {
  return Object.hasOwn(configKeys, name);
}
