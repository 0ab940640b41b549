/** Startup configuration rules that concern several keys, and values that are derived from others. */
import { isIP } from 'node:net';
import { type Config, type ConfigKey, configKeys } from './config-keys.ts';
import { howToMakeASecret } from './config-names.ts';
import { splitHostAndPort } from './config-schemas.ts';

/** Words that documentation and templates use as a stand-in for a secret. */
const placeholder = /change.?me|replace.?me|placeholder|your[-_ ]|secret|example|password|insecure|1234567/i;
/** A random secret has at least this many different characters, unless it is hexadecimal. */
const leastDistinct = 10;
/**
 * 32 random hexadecimal digits have fewer than `leastDistinct` different ones once in 10⁴ cases, too often to refuse
 * them. Once in 10⁸ cases, they have fewer different digits than `digits`, or fewer different pairs of neighbours than
 * `pairs`. Patterns have fewer pairs.
 */
const leastHex = { digits: 7, pairs: 18 };

/** The reason why a secret must not be used; undefined for a good one. Shows no part of the value. Pure. */
export function weaknessOf(secret: string): string | undefined {
  if (placeholder.test(secret)) return 'is a placeholder';
  if (`${secret}${secret}`.indexOf(secret, 1) < secret.length) return 'is weak: it repeats itself';
  if (new Set(secret).size < leastDistinct && !isRandomHex(secret))
    return `is weak: it has fewer than ${leastDistinct} different characters`;
  return undefined;
}

function isRandomHex(secret: string): boolean {
  const pairs = new Set([...secret.slice(1)].map((digit, place) => secret[place] + digit));
  return /^[\da-f]+$/i.test(secret) && new Set(secret).size >= leastHex.digits && pairs.size >= leastHex.pairs;
}

/** Values derived from others, by key. `config show` displays them, so that operators need not guess. */
export function deriveValues(config: Config): { key: 'webauthn.rp_origin' | 'webauthn.rp_id'; value: string }[] {
  const derived: ReturnType<typeof deriveValues> = [];
  let origin = config['webauthn.rp_origin'];
  // If pages have another origin, only the operator knows which origin people use.
  const hasOtherPages = config['server.cors_allowed_origins'].length > 0;
  const isDevelopment = config['server.mode'] === 'development';
  if (origin === undefined && isDevelopment && !hasOtherPages && config['server.port'] !== 0) {
    origin = localOrigin(config, config['server.port']);
    derived.push({ key: 'webauthn.rp_origin', value: origin });
  }
  if (origin !== undefined && config['webauthn.rp_id'] === undefined)
    derived.push({ key: 'webauthn.rp_id', value: new URL(origin).hostname });
  return derived;
}

/** The server's URL on its own machine. */
export function localOrigin(config: Config, port: number): string {
  return `${config['server.tls_certificate'] === undefined ? 'http' : 'https'}://localhost:${port}`;
}

interface Rule {
  readonly keys: readonly ConfigKey[];
  readonly check: (config: Config) => string[];
}

/** The keys that an object store needs. They are set all together or not at all. */
const storageKeys = [
  'object_storage.endpoint',
  'object_storage.bucket',
  'object_storage.access_key_id',
  'object_storage.secret_access_key',
] as const satisfies readonly ConfigKey[];

/** The keys that say where files of each kind are kept. */
const placeKeys = [
  'files.chat_attachments',
  'files.user_avatars',
  'files.room_covers',
  'files.playlist_covers',
  'files.media_covers',
  'files.media_thumbnails',
  'files.recordings',
] as const satisfies readonly ConfigKey[];

const rules: readonly Rule[] = [
  { keys: ['server.tls_certificate', 'server.tls_key'], check: checkTls },
  { keys: ['rtmp.tls', 'rtmp.address', 'server.tls_certificate'], check: checkRtmpTls },
  { keys: ['webauthn.rp_origin', 'webauthn.rp_id'], check: checkPasskeys },
  { keys: [...storageKeys, ...placeKeys], check: checkStorage },
  { keys: [...storageKeys, 'backup.schedule', 'backup.target', 'backup.directory'], check: checkBackup },
  { keys: ['stun.address', 'stun.public_address'], check: checkStun },
  { keys: ['turn.urls', 'turn.secret'], check: checkTurn },
  { keys: ['management.address', 'management.token', 'server.port'], check: checkManagement },
  { keys: ['server.workers', 'redis.url', 'cluster.advertise_address'], check: checkWorkers },
];

/**
 * Finds values that contradict one another. Skips rules about keys in `unusable`: their values have faults of their
 * own.
 */
export function checkTogether(config: Config, unusable: ReadonlySet<ConfigKey>): string[] {
  return rules.flatMap(({ keys, check }) => (keys.some((key) => unusable.has(key)) ? [] : check(config)));
}

function checkTls(config: Config): string[] {
  const { 'server.tls_certificate': certificate, 'server.tls_key': key } = config;
  if ((certificate === undefined) === (key === undefined)) return [];
  const [missing, given] = certificate === undefined ? ['certificate', 'key'] : ['key', 'certificate'];
  return [
    `server.tls_${missing}: is missing, and server.tls_${given} is given: the two go together. Example: /etc/matinee/tls.${missing === 'key' ? 'key' : 'crt'}`,
  ];
}

function checkRtmpTls(config: Config): string[] {
  if (!config['rtmp.tls']) return [];
  const missing = (['rtmp.address', 'server.tls_certificate'] as const).filter((key) => config[key] === undefined);
  return missing.map((key) => `rtmp.tls: is true and ${key} is missing, which RTMPS needs`);
}

function checkPasskeys(config: Config): string[] {
  const { 'webauthn.rp_origin': origin, 'webauthn.rp_id': id } = config;
  if (origin === undefined) return id === undefined ? [] : ['webauthn.rp_id: needs webauthn.rp_origin beside it'];
  const { protocol, hostname: host } = new URL(origin);
  const faults: string[] = [];
  const isLocal = host === 'localhost' || host.endsWith('.localhost');
  if (protocol !== 'https:' && !isLocal)
    faults.push(
      `webauthn.rp_origin = ${JSON.stringify(origin)}: browsers offer passkeys over https and on localhost only. Example: https://${host}`,
    );
  if (isIP(host.replace(/^\[|\]$/g, '')) > 0)
    faults.push(
      `webauthn.rp_origin = ${JSON.stringify(origin)}: browsers refuse passkeys on addresses; it needs a host name`,
    );
  if (id !== undefined && host !== id && !host.endsWith(`.${id}`))
    faults.push(
      `webauthn.rp_id = ${JSON.stringify(id)}: must be the host of webauthn.rp_origin or a domain above it. Example: ${host}`,
    );
  return faults;
}

function checkStorage(config: Config): string[] {
  const missing = storageKeys.filter((key) => config[key] === undefined);
  const user = placeKeys.find((key) => config[key] === 'object_storage');
  const isUsed = user !== undefined;
  if (missing.length === 0 || (missing.length === storageKeys.length && !isUsed)) return [];
  const reason = isUsed ? `${user} asks for it` : `${storageKeys.join(', ')} go together`;
  return missing.map((key) => `${key}: is missing, and ${reason}. Example: ${configKeys[key].example}`);
}

function checkBackup(config: Config): string[] {
  const { 'backup.schedule': schedule, 'backup.target': target, 'backup.directory': directory } = config;
  if (target === 'object_storage' && config['object_storage.endpoint'] === undefined)
    return ['object_storage.endpoint: is missing, and backup.target asks for it. Example: https://s3.example.org'];
  if (schedule === undefined || target !== 'folder' || directory !== undefined) return [];
  return [
    'backup.directory: is missing, and backup.schedule is given: backups need a folder. Example: /backups/matinee',
  ];
}

function checkManagement(config: Config): string[] {
  const { 'management.address': address, 'management.token': token } = config;
  if (address === undefined) return [];
  const faults: string[] = [];
  if (token === undefined)
    faults.push(
      `management.token: is missing, and management.address is given: whoever reaches it could administer the server. Make one with: ${howToMakeASecret}`,
    );
  const own = splitHostAndPort(address)!;
  if (own.port !== 0 && own.port === config['server.port'])
    faults.push(
      `management.address = ${JSON.stringify(address)}: is the port of the public service; management needs one of its own. Example: 127.0.0.1:9465`,
    );
  return faults;
}

/** Workers share the memory and the loopback interface of one machine; replicas share a Redis and a network. */
function checkWorkers(config: Config): string[] {
  if (config['server.workers'] === undefined) return [];
  const faults: string[] = [];
  if (config['redis.url'] !== undefined)
    faults.push(
      'server.workers: does not go together with redis.url: workers of one machine need no Redis, and replicas that share one have one process each',
    );
  if (config['cluster.advertise_address'] !== undefined)
    faults.push(
      'server.workers: does not go together with cluster.advertise_address: each worker has an address of its own, which only this machine reaches',
    );
  return faults;
}

/** Browsers cannot reach a wildcard address such as 0.0.0.0, so they need a public address. */
function checkStun(config: Config): string[] {
  const { 'stun.address': address, 'stun.public_address': shown } = config;
  if ((address === undefined) === (shown === undefined)) return [];
  return address === undefined
    ? ['stun.address: is missing, and stun.public_address is given: the two go together. Example: 0.0.0.0:3478']
    : [
        'stun.public_address: is missing, and stun.address is given: browsers need to know where to ask. Example: watch.example.org:3478',
      ];
}

function checkTurn(config: Config): string[] {
  const { 'turn.urls': urls, 'turn.secret': secret } = config;
  if (urls.length > 0 === (secret !== undefined)) return [];
  const [missing, given] = secret === undefined ? ['turn.secret', 'turn.urls'] : ['turn.urls', 'turn.secret'];
  return [
    `${missing}: is missing, and ${given} is given: the two go together. Example: ${configKeys[missing as ConfigKey].example}`,
  ];
}
