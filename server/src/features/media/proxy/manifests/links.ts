/** Addresses of the parts that a rewritten playlist names. [MR7] [MR8] */
import { proxyErrors } from '../proxy.errors.ts';
import { type Grant, longestLifeMs, pauseMs, type ResourceKey, resourcePath } from '../proxy.port.ts';
import type { Child, Signer } from '../signing.ts';
import type { Link, PartKind } from './hls.ts';

/** Most addresses of one playlist that are signed one by one; beyond that their folder is. */
const maxSigned = 1_000;
/** Most addresses of one playlist: two days of segments of two seconds have fewer. */
const maxParts = 100_000;
/** Most folders that the addresses of one playlist may be in. */
const maxFolders = 1_000;
/** Most playlists inside of one another. The standard has two. */
export const maxDepth = 3;

/** The playlist that is being rewritten. */
export interface Rewriting {
  readonly signer: Signer;
  readonly key: ResourceKey;
  readonly grant: Grant;
  /** 0 for the playlist of the film, 1 for one that it names. */
  readonly depth: number;
  readonly nowMs: number;
}

/** What the address of a part stands for. */
export interface Part {
  readonly depth: number;
  readonly url: string;
}

/** The key of the parts of a playlist: the same, in the neighbouring path. */
export function keyOfParts(key: ResourceKey): ResourceKey {
  return { ...key, noun: key.noun.replace(/manifests$/, 'resources') };
}

/** Makes a playlist in pieces, with addresses of ours. */
export type Rewrite = (links: Links) => Iterable<string>;

export interface Links {
  readonly link: Link;
  /** The address of a folder, with a slash at its end. */
  readonly folder: (url: URL) => string;
  /** Hears how long the film is, in seconds. */
  readonly tellLength?: (seconds: number) => void;
}

/**
 * The pieces of a rewritten playlist, made as they are read, so that a reader that stops costs one of them. Everything is read
 * once before, `pause`d between the pieces: to count what it names, and to refuse it as long as an answer can.
 * @throws AppError `proxy.bad_manifest`, `proxy.manifest_too_large`
 */
export async function withLinks(
  rewriting: Rewriting,
  rewrite: Rewrite,
  pause: () => Promise<void>,
): Promise<Iterable<string>> {
  const counted = countingLinks();
  for (const _ of rewrite(counted)) await pause();
  const areSigned = counted.links <= maxSigned && counted.folders === 0;
  if (!areSigned && counted.foldersOfAll > maxFolders) throw proxyErrors.manifest_too_large();
  const lasting = { ...rewriting, grant: grantOfParts(rewriting, counted.seconds) };
  return rewrite(areSigned ? signedLinks(lasting) : folderLinks(lasting));
}

/**
 * The parts of a film serve as long as the film itself would, had its length been known when the address of the playlist was signed: a
 * player reads the playlist of a film once. The result is the same each time that the playlist is read with one signature. [MR18]
 */
function grantOfParts({ grant, nowMs }: Rewriting, seconds: number): Grant {
  // With the half hour that the address of the playlist has left at most, it is the film and a pause.
  const wantedSeconds = seconds + pauseMs / 2_000;
  if (seconds === 0 || grant.expiresAt - nowMs / 1_000 >= wantedSeconds) return grant;
  const longest = Math.floor((nowMs + longestLifeMs) / 1_000);
  return { ...grant, expiresAt: Math.min(grant.expiresAt + Math.ceil(wantedSeconds), longest) };
}

function countingLinks() {
  const folders = new Set<string>();
  const count = (kind: PartKind, url: URL): string => {
    if (folders.size <= maxFolders) folders.add(`${kind} ${folderOf(url)}`);
    return '';
  };
  const counted = {
    links: 0,
    folders: 0,
    seconds: 0,
    get foldersOfAll() {
      return folders.size;
    },
    link(kind: PartKind, url: URL) {
      counted.links += 1;
      if (counted.links > maxParts) throw proxyErrors.manifest_too_large();
      return count(kind, url);
    },
    tellLength(seconds: number) {
      counted.seconds = seconds;
    },
    folder(url: URL) {
      counted.folders += 1;
      return count('segment', url);
    },
  };
  return counted;
}

/** Where a sealed address belongs: the resource, so that it serves in no playlist of another one. */
function contextOf({ roomId, provider, version, noun, mode, index }: ResourceKey): string {
  return JSON.stringify([roomId, provider, version, noun, mode, index]);
}

function folderOf({ origin, pathname }: URL): string {
  return origin + pathname.slice(0, pathname.lastIndexOf('/') + 1);
}

function signedLinks(rewriting: Rewriting): Links {
  const { signer, grant, depth } = rewriting;
  const key = keyOfParts(rewriting.key);
  const context = contextOf(key);
  const link: Link = (kind, url) => {
    const target = signer.targets.seal(JSON.stringify([depth + 1, url.href]), context);
    const { sig, uid, exp } = signer.sign(key, grant, { kind, target });
    return `${resourcePath(key)}/${kind}?t=${target}&sig=${sig}&uid=${uid}&exp=${exp}`;
  };
  return { link, folder: folderLinks(rewriting).folder };
}

interface Folder {
  readonly address: string;
  /** Sealed. */
  readonly target: string;
}

/** Addresses below signed folders. */
function folderLinks({ signer, key: parent, grant, depth }: Rewriting): Links {
  const key = keyOfParts(parent);
  const folders = new Map<string, Folder>();
  const folderAt = (kind: PartKind, url: URL): Folder => {
    const upstream = folderOf(url);
    const name = `${kind} ${upstream}`;
    const known = folders.get(name);
    if (known !== undefined) return known;
    const target = signer.targets.seal(JSON.stringify([depth + 1, upstream]), contextOf(key));
    const { sig, uid, exp } = signer.sign(key, grant, { kind, target });
    const made = { address: `${resourcePath(key)}/${kind}/${target}/${uid}/${exp}/${sig}/`, target };
    folders.set(name, made);
    return made;
  };
  return {
    folder: (url) => folderAt('segment', url).address,
    link(kind, url) {
      const last = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
      const { address, target } = folderAt(kind, url);
      // A query may hold what upstream lets nobody else in with.
      return address + (url.search === '' ? last : `~${signer.targets.seal(last + url.search, target)}`);
    },
  };
}

/** What the sealed part of an address stands for; `rest` is the address below a folder. @throws AppError `proxy.invalid_url` */
export function readPart(
  signer: Signer,
  key: ResourceKey,
  { target }: Child,
  rest?: { readonly path: string; readonly query: string },
): Part {
  const text = signer.targets.open(target, contextOf(key));
  if (text === undefined) throw proxyErrors.invalid_url();
  const [depth, folder] = JSON.parse(text) as [number, string];
  if (rest === undefined) return { depth, url: folder };
  const { path, query } = rest;
  if (path.startsWith('~')) {
    const last = signer.targets.open(path.slice(1), target);
    if (last === undefined) throw proxyErrors.invalid_url();
    return { depth, url: folder + last };
  }
  // The folders of an HLS playlist are those that its addresses are in; templates of DASH may name folders in one.
  if (key.noun.startsWith('hls') && path.includes('/')) throw proxyErrors.invalid_url();
  return { depth, url: below(folder, path, query) };
}

/**
 * Ways out of a folder, and the folder itself, which servers list. Some servers read an escaped slash or dot as a plain one, some
 * after having read an escaped percent sign, and some take what follows a semicolon out of a name before they read its dots.
 */
const odd = /\\|%(?:25)*(?:2f|5c|2e)|(?:^|\/)\.\.?(?:[/;]|%(?:25)*3b|$)|^\/|^$|\/$/i;

/** @throws AppError for what leads out of the folder, in whatever spelling. */
function below(folder: string, path: string, query: string): string {
  const url = URL.canParse(path, folder) ? new URL(path, folder) : undefined;
  if (!url || odd.test(path) || !url.href.startsWith(folder)) throw proxyErrors.invalid_url();
  return url.href + (query === '' ? '' : `?${query}`);
}
