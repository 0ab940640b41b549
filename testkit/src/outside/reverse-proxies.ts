/** The proxies of `deploy/proxies`, each with the file that operators take: only names, ports and folders are replaced. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runAtEnd } from '../processes/at-end.ts';
import { until } from '../until.ts';
import { freePort } from './nginx.ts';
import { programPath } from './programs.ts';
import type { OwnCertificate } from './provider-backend.ts';

const folder = fileURLToPath(new URL('../../../deploy/proxies', import.meta.url));

export const reverseProxies = ['nginx', 'haproxy', 'caddy', 'traefik', 'apache2'] as const;
export type ReverseProxyName = (typeof reverseProxies)[number];

export interface ReverseProxy {
  /** It speaks TLS there, with the certificate that it was given. */
  readonly port: number;
  /** Includes the path. */
  readonly url: string;
  /** The output so far. */
  said(): string;
  stop(): Promise<void>;
}

export interface ReverseProxyOptions {
  /** Ports of this machine. */
  readonly replicas: readonly [number, number, number];
  /** `server.base_path` of the replicas; absent: none. */
  readonly path?: string;
  readonly certificate: OwnCertificate;
}

interface Place {
  readonly work: string;
  /** With TLS, and without it. */
  readonly port: number;
  readonly plainPort: number;
  readonly path: string;
}

interface Kind {
  readonly files: readonly string[];
  /** The replacements, in the order of the list; the second string replaces the first. */
  readonly edits: (place: Place) => readonly (readonly [string, string])[];
  readonly args: (work: string) => readonly string[];
}

const temporary = (work: string) =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${work}/${name};`).join(' ');

/** The modules that the head of `apache.conf` needs, and the ones that Debian loads by default. */
const apacheModules = [
  ...['mpm_event', 'authn_core', 'authz_core', 'reqtimeout', 'socache_shmcb', 'slotmem_shm', 'ssl', 'http2', 'headers'],
  ...['proxy', 'proxy_http', 'proxy_http2', 'proxy_balancer', 'proxy_hcheck', 'lbmethod_byrequests', 'rewrite'],
];

const apacheMain = ({ work, port }: Place) =>
  [
    `ServerRoot ${work}`,
    'ServerName localhost',
    `PidFile ${work}/pid`,
    `Listen 127.0.0.1:${port}`,
    ...apacheModules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
    'User www-data',
    'Group www-data',
    `DefaultRuntimeDir ${work}`,
    `ErrorLog ${work}/error.log`,
    '',
  ].join('\n');

const kinds: Readonly<Record<ReverseProxyName, Kind>> = {
  nginx: {
    files: ['nginx.conf'],
    edits: ({ work, port, plainPort, path }) => [
      ['http {', `http {\n  access_log off; ${temporary(work)}`],
      ['worker_processes auto;', `worker_processes 1; daemon off; pid ${work}/pid; error_log stderr;`],
      ['worker_rlimit_nofile 65536;', ''],
      ['listen 80;', `listen 127.0.0.1:${plainPort};`],
      ['listen 443 ', `listen 127.0.0.1:${port} `],
      ['\n    location / {', `\n    location ${path}/ {`],
    ],
    args: (work) => ['-c', join(work, 'nginx.conf'), '-p', work, '-e', 'stderr'],
  },
  haproxy: {
    files: ['haproxy.cfg'],
    edits: ({ port, plainPort, path }) => [
      ['maxconn 20000', 'maxconn 200'],
      ['bind :80\n', `bind 127.0.0.1:${plainPort}\n`],
      ['bind :443 ', `bind 127.0.0.1:${port} `],
      ['if { path_beg / }', `if { path_beg ${path}/ }`],
    ],
    args: (work) => ['-db', '-f', join(work, 'haproxy.cfg')],
  },
  caddy: {
    files: ['Caddyfile'],
    edits: ({ port, path }) => [
      ['(replicas) {', '{\n\tadmin off\n\tauto_https disable_redirects\n}\n(replicas) {'],
      ['https://localhost {', `https://localhost:${port} {\n\tbind 127.0.0.1`],
      ['\n\thandle /* {', `\n\thandle ${path}/* {`],
    ],
    args: (work) => ['run', '--config', join(work, 'Caddyfile'), '--adapter', 'caddyfile'],
  },
  traefik: {
    files: ['traefik.yaml', 'traefik-matinee.yaml'],
    edits: ({ work, port, plainPort, path }) => [
      ['address: ":80"', `address: "127.0.0.1:${plainPort}"`],
      ['address: ":443"', `address: "127.0.0.1:${port}"`],
      ['/etc/traefik/traefik-matinee.yaml', join(work, 'traefik-matinee.yaml')],
      ['&& PathPrefix(`/`)', `&& PathPrefix(\`${path}/\`)`],
    ],
    args: (work) => [`--configFile=${join(work, 'traefik.yaml')}`],
  },
  apache2: {
    files: ['apache.conf'],
    edits: (place) => [
      ['# Apache', `${apacheMain(place)}# Apache`],
      ['<VirtualHost *:443>', `<VirtualHost *:${place.port}>`],
      ['\n  ProxyPass / balancer://matinee/ ', `\n  ProxyPass ${place.path}/ balancer://matinee${place.path}/ `],
    ],
    args: (work) => ['-f', join(work, 'apache.conf'), '-DFOREGROUND'],
  },
};

/**
 * Starts a proxy on loopback in front of these replicas.
 * @throws Error when its file lacks a text to replace
 */
export async function startReverseProxy(name: ReverseProxyName, options: ReverseProxyOptions): Promise<ReverseProxy> {
  const { path = '' } = options;
  const { args } = kinds[name];
  const work = mkdtempSync(join(tmpdir(), `matinee-${name}-`));
  // If root starts a proxy, its worker may run as another user.
  chmodSync(work, 0o755);
  const port = await freePort();
  writeFiles(name, { work, port, plainPort: await freePort(), path }, options);
  const child = spawn(programPath(name), args(work), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: work, XDG_DATA_HOME: work, XDG_CONFIG_HOME: work },
  });
  runAtEnd('kill "$1" 2>/dev/null; rm -rf "$2"', String(child.pid), work);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (text = `${text}${bytes}`));
  await until(`${name} listens`, () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${text}`);
    return listens(port);
  });
  return {
    port,
    url: `https://localhost:${port}${path}`,
    said: () => text,
    async stop() {
      await ended(child);
      rmSync(work, { recursive: true, force: true });
    },
  };
}

function writeFiles(name: ReverseProxyName, place: Place, { replicas, certificate }: ReverseProxyOptions): void {
  const pem = join(place.work, 'tls.pem');
  writeFileSync(pem, readFileSync(certificate.certificate, 'utf8') + readFileSync(certificate.key, 'utf8'));
  const { files, edits } = kinds[name];
  const common = [
    ['watch.example.org', 'localhost'],
    ['/etc/matinee/tls.crt', certificate.certificate],
    ['/etc/matinee/tls.key', certificate.key],
    ['/etc/matinee/tls.pem', pem],
    ...replicas.map((port, at) => [`127.0.0.1:${8081 + at}`, `127.0.0.1:${port}`]),
  ] as [string, string][];
  const texts = files.map((file) => common.reduce(replaced, readFileSync(join(folder, file), 'utf8')));
  for (const [from, to] of edits(place)) {
    const at = texts.findIndex((text) => text.includes(from));
    if (at === -1) throw new Error(`${files.join(' and ')} no longer have ${JSON.stringify(from)}`);
    texts[at] = texts[at]!.replace(from, () => to);
  }
  for (const [at, file] of files.entries()) writeFileSync(join(place.work, file), texts[at]!);
}

const replaced = (text: string, [from, to]: readonly [string, string]) => text.replaceAll(from, to);

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 2_000).unref();
  });
}
