/** Facts from the path of a file on a server, before the file is read. */
import { formatOfPath, nameOfFile } from '../media-address.ts';
import type { Resolved } from '../resolved.ts';

/** The display name of a film. */
export function nameOfPath(path: string): string {
  return nameOfFile(path.slice(path.lastIndexOf('/') + 1)) || path;
}

/** A file that this server always proxies, because only its account can read it. */
export function outlineOfPath(path: string): Resolved {
  return {
    modes: [{ name: 'original', medias: [{ name: '', format: formatOfPath(path) }], subtitles: [] }],
    needsCredentials: true,
  };
}

/** The part of a provider whose items are files with a path. */
export const fileAtPath = {
  nameOf: ({ path }: { readonly path: string }) => nameOfPath(path),
  outline: ({ path }: { readonly path: string }) => outlineOfPath(path),
};
