/** Addresses of the parts that a rewritten playlist names. [MR7] [MR8] */
import { proxyErrors } from '../proxy.errors.ts';
import { type ResourceKey, resourcePath } from '../proxy.port.ts';
import type { Child, Grant, Signer } from '../signing.ts';
import type { Link, PartKind } from './hls.ts';

/** Most addresses of one playlist that are signed one by one; beyond that their folder is. */
const maxSigned = 1_000;
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

/**
 * Rewrites with addresses that are signed one by one, or with signed folders where there are too many. `rewrite` is called twice:
 * the first time only to count.
 */
export function withLinks(rewriting: Rewriting, rewrite: (link: Link) => string): string {
  let count = 0;
  rewrite(() => {
    count += 1;
    return '';
  });
  return rewrite(count <= maxSigned ? signedLinks(rewriting) : folderLinks(rewriting).link);
}

function signedLinks(rewriting: Rewriting): Link {
  const { signer, grant, depth } = rewriting;
  const key = keyOfParts(rewriting.key);
  return (kind, url) => {
    const target = signer.targets.seal(JSON.stringify([depth + 1, url.href]));
    const { sig, uid, exp } = signer.sign(key, grant, { kind, target });
    return `${resourcePath(key)}/${kind}?t=${target}&sig=${sig}&uid=${uid}&exp=${exp}`;
  };
}

/** Addresses below signed folders. `folder` gives the address of a folder, with a slash at its end. */
export function folderLinks({ signer, key: parent, grant, depth }: Rewriting) {
  const key = keyOfParts(parent);
  const folders = new Map<string, string>();
  const folder = (kind: PartKind, url: URL): string => {
    const upstream = new URL('.', url).href;
    const name = `${kind} ${upstream}`;
    const known = folders.get(name);
    if (known !== undefined) return known;
    if (folders.size === maxFolders) throw proxyErrors.manifest_too_large();
    const target = signer.targets.seal(JSON.stringify([depth + 1, upstream]));
    const { sig, uid, exp } = signer.sign(key, grant, { kind, target });
    const made = `${resourcePath(key)}/${kind}/${target}/${uid}/${exp}/${sig}/`;
    folders.set(name, made);
    return made;
  };
  const link: Link = (kind, url) => {
    const last = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
    // A query may hold what upstream lets nobody else in with.
    return folder(kind, url) + (url.search === '' ? last : `~${signer.targets.seal(last + url.search)}`);
  };
  return { folder, link };
}

/** What the sealed part of an address stands for; `rest` is the address below a folder. @throws AppError `proxy.invalid_url` */
export function readPart(
  signer: Signer,
  { target }: Child,
  rest?: { readonly path: string; readonly query: string },
): Part {
  const text = signer.targets.open(target);
  if (text === undefined) throw proxyErrors.invalid_url();
  const [depth, url] = JSON.parse(text) as [number, string];
  return { depth, url: rest === undefined ? url : below(signer, url, rest.path, rest.query) };
}

/** @throws AppError for what leads out of the folder, in whatever spelling. */
function below(signer: Signer, folder: string, path: string, query: string): string {
  if (path.startsWith('~')) {
    const last = signer.targets.open(path.slice(1));
    if (last === undefined) throw proxyErrors.invalid_url();
    return folder + last;
  }
  const url = URL.canParse(path, folder) ? new URL(path, folder) : undefined;
  // Some servers read an escaped slash or dot as a plain one.
  const isOdd = /\\|%2f|%5c|%2e|(?:^|\/)\.\.?(?:\/|$)|^\//i.test(path);
  if (!url || isOdd || !url.href.startsWith(folder)) throw proxyErrors.invalid_url();
  return url.href + (query === '' ? '' : `?${query}`);
}
