/** Addresses of the parts that a rewritten playlist names. [MR7] [MR8] */
import { isUrl } from '../../../../kernel/http/urls.ts';
import { proxyErrors } from '../proxy.errors.ts';
import { type Grant, longestLifeMs, pauseMs, type ResourceKey, resourcePath } from '../proxy.port.ts';
import type { Child, Signer } from '../signing.ts';
import type { Link, PartKind } from './hls.ts';

/** Most addresses of one playlist that are signed one by one; with more, their folders are signed. */
const maxSigned = 1_000;
/** Most addresses of one playlist: two days in segments of two seconds have fewer. */
const maxParts = 100_000;
/** Most folders of one playlist's addresses. */
const maxFolders = 1_000;
/** Most levels of nested playlists. The standard has two. */
export const maxDepth = 3;

/** The playlist that is being rewritten. */
export interface Rewriting {
  readonly signer: Signer;
  readonly key: ResourceKey;
  readonly grant: Grant;
  /** 0 for the playlist of the film, 1 for a playlist that it names. */
  readonly depth: number;
  readonly nowMs: number;
}

/** The part to which an address leads. */
export interface Part {
  readonly depth: number;
  readonly url: string;
}

/** The key of a playlist's parts: the same key with the neighbouring path. */
export function keyOfParts(key: ResourceKey): ResourceKey {
  return { ...key, noun: key.noun.replace(/manifests$/, 'resources') };
}

/** Makes a playlist in pieces, with addresses of this server. */
export type Rewrite = (links: Links) => Iterable<string>;

export interface Links {
  readonly link: Link;
  /** The address of a folder, with a slash at its end. */
  readonly folder: (url: URL) => string;
  /** Gets the duration of the film, in seconds. */
  readonly tellLength?: (seconds: number) => void;
}

/**
 * The pieces of a rewritten playlist, made as they are read, so that a stalled reader holds one piece. A first pass
 * over the playlist, with `pause` between the pieces, counts its addresses, and refuses it while an error can still be
 * sent. @throws AppError `proxy.bad_manifest`, `proxy.manifest_too_large`
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
 * Extends the life of the addresses of a film's parts, because a player reads the film's playlist only once. They live
 * as long as the playlist's own address would, had the duration been known when it was signed. Each reading with the
 * same signature gives the same result. [MR18]
 */
function grantOfParts({ grant, nowMs }: Rewriting, seconds: number): Grant {
  // Half a pause. The playlist's address has at most half an hour left, which completes the pause.
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

/** The context of a sealed address: its resource, so that it is invalid in playlists of other resources. */
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
      // A query may contain a secret that upstream requires.
      return address + (url.search === '' ? last : `~${signer.targets.seal(last + url.search, target)}`);
    },
  };
}

/**
 * The part behind the sealed text of an address; `rest` is the address below a folder. @throws AppError
 * `proxy.invalid_url`
 */
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
  // A signed folder of an HLS playlist directly contains its files. Templates of DASH may name folders below one.
  if (key.noun.startsWith('hls') && path.includes('/')) throw proxyErrors.invalid_url();
  return { depth, url: below(folder, path, query) };
}

/**
 * Paths that leave the folder, and the folder itself, which servers list. Some servers read an escaped slash or dot as
 * a plain one, some after unescaping a percent sign. Some remove the text after a semicolon from a name before they
 * read its dots.
 */
const odd = /\\|%(?:25)*(?:2f|5c|2e)|(?:^|\/)\.\.?(?:[/;]|%(?:25)*3b|$)|^\/|^$|\/$/i;

/** @throws AppError for a path that leaves the folder, in any spelling. */
function below(folder: string, path: string, query: string): string {
  const url = isUrl(path, folder) ? new URL(path, folder) : undefined;
  if (!url || odd.test(path) || !url.href.startsWith(folder)) throw proxyErrors.invalid_url();
  return url.href + (query === '' ? '' : `?${query}`);
}
