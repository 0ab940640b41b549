/** Facts from file names. */

import { filmEnding } from '@matinee/contract/film-ending.ts';
import { checkAddress, decodeOr } from '../media-address.ts';
import { withoutEndSlashes } from './server-address.ts';

/** Whether players may play a file. */
export function isPlayable(fileName: string): boolean {
  return filmEnding.test(fileName);
}

/**
 * The subtitles of a film in a file beside it, `film.srt` or `film.en.vtt`: their display name, and their BCP 47
 * language tag, empty if the name has none. Undefined: the file is not a subtitle of the film.
 */
export function subtitleOf(
  filmName: string,
  otherName: string,
): { readonly name: string; readonly language: string } | undefined {
  const stem = filmName.replace(/\.[^./]+$/, '');
  if (!otherName.startsWith(`${stem}.`) || !/\.(vtt|srt|ass|ssa)$/i.test(otherName)) return undefined;
  const [, language = ''] =
    /^(?:([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\.)?(?:vtt|srt|ass|ssa)$/i.exec(otherName.slice(stem.length + 1)) ?? [];
  return { name: language || otherName, language };
}

/** Folders from the root to `folder`. */
export function foldersTo(folder: string): { readonly folder: string; readonly name: string }[] {
  const names = folder.split('/').filter(Boolean);
  return names.map((name, i) => ({ name, folder: `/${names.slice(0, i + 1).join('/')}` }));
}

/** True for the path of a single file without traversal. */
export function isFilePath(path: string): boolean {
  const parts = path.split('/').slice(1);
  return path.startsWith('/') && parts.every((part) => part !== '' && part !== '.' && part !== '..');
}

/**
 * The path of a file below the account's home (a host and a folder), from a link. Undefined: the link is not a playable
 * file there.
 */
export function fileBelow(link: string, home: string): string | undefined {
  if (checkAddress(link.trim(), '').length > 0) return undefined;
  const { host, pathname } = new URL(link.trim());
  const path = `${host}${pathname}`.startsWith(`${home}/`) ? decodeOr(`${host}${pathname}`.slice(home.length)) : '';
  return isFilePath(path) && isPlayable(path) ? path : undefined;
}

/**
 * The path of a link below the account's home (a host and a folder), without a trailing slash. Empty: the home itself.
 * Undefined: the link points elsewhere.
 */
export function pathBelow(link: string, home: string): string | undefined {
  if (checkAddress(link.trim(), '').length > 0) return undefined;
  const { host, pathname } = new URL(link.trim());
  const whole = withoutEndSlashes(`${host}${pathname}`);
  if (whole === home) return '';
  const path = whole.startsWith(`${home}/`) ? decodeOr(whole.slice(home.length)) : '';
  return isFilePath(path) ? path : undefined;
}
