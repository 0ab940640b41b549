/** What the path of a file on a server tells before the file is read. */
import { formatOfPath, nameOfFile } from '../media-address.ts';
import type { Resolved } from '../resolved.ts';

/** The name of a film for people. */
export function nameOfPath(path: string): string {
  return nameOfFile(path.slice(path.lastIndexOf('/') + 1)) || path;
}

/** A file that this server always loads, because only its account opens it. */
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
