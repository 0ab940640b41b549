/** WebDAV by RFC 4918: reads folders. */

import { SaxesParser } from 'saxes';
import { isUrl } from '../../kernel/http/urls.ts';
import type { ApiRequest, ProviderTools, Secrets } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { FileEntry } from './file-pages.ts';
import { withoutEndSlashes } from './server-address.ts';

/**
 * A file or folder. Its path is decoded and relative to the account's address, `/films/one.mp4`. The id of its picture
 * is the file's number; only Nextcloud has pictures.
 */
export type DavEntry = FileEntry;

/** The requested properties. Servers omit unknown ones. */
export const properties = `<d:prop xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns">
<d:resourcetype/><d:getcontentlength/><d:getlastmodified/><oc:fileid/><nc:has-preview/></d:prop>`;
const propfind = `<?xml version="1.0" encoding="utf-8"?><d:propfind xmlns:d="DAV:">${properties}</d:propfind>`;

/** Most entries read from a folder. */
const maxEntries = 20_000;

/** The entries of a folder, without the folder itself. @throws ProviderError */
export async function listFolder(credentials: Secrets, folder: string, tools: ProviderTools): Promise<DavEntry[]> {
  const entries = await findProperties(credentials, folder, '1', tools);
  return entries.filter(({ path }) => path !== folder);
}

/** Checks whether the account can read its folder. @throws ProviderError */
export async function checkFolder(credentials: Secrets, tools: ProviderTools): Promise<void> {
  await findProperties(credentials, '/', '0', tools);
}

/** The address of a file or folder. */
export function addressOf({ url = '' }: Secrets, path: string): string {
  const base = new URL(url);
  const start = withoutEndSlashes(base.pathname);
  return `${base.origin}${start}${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** Headers that authenticate the account (RFC 7617). */
export function headersOf({ username = '', password = '' }: Secrets): Record<string, string> {
  if (username === '') return {};
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}

async function findProperties(credentials: Secrets, folder: string, depth: '0' | '1', tools: ProviderTools) {
  // A collection's address ends with a slash (RFC 4918, section 5.2); some servers redirect requests without it.
  const url = addressOf(credentials, folder.endsWith('/') ? folder : `${folder}/`);
  return askMultistatus(credentials, url, { method: 'PROPFIND', headers: { depth }, body: propfind }, tools);
}

/** Sends a document, and reads the entries below the account's address. @throws ProviderError */
export async function askMultistatus(
  credentials: Secrets,
  url: string,
  { method, headers = {}, body }: ApiRequest,
  tools: ProviderTools,
): Promise<DavEntry[]> {
  const answer = await tools.ask(url, {
    method: method!,
    headers: { ...headersOf(credentials), ...headers, 'content-type': 'application/xml; charset=utf-8' },
    body: body!,
  });
  if (answer.status !== 207) throw new ProviderError('bad_answer');
  return readMultistatus(await answer.text(), credentials);
}

/** Parses RFC 4918, section 14.16. @throws ProviderError for any other text, such as a sign-in page. */
export function readMultistatus(text: string, credentials: Secrets): DavEntry[] {
  const reader = makeMultistatusReader();
  try {
    reader.read(text);
  } catch (cause) {
    throw new ProviderError('bad_answer', { cause });
  }
  return reader.responses.flatMap(({ href, ...properties }) => {
    const path = pathOf(href, credentials);
    return path === undefined ? [] : [toEntry(path, properties)];
  });
}

/** A `response` of a multistatus while it is parsed. */
interface DavResponse {
  href: string;
  isFolder: boolean;
  size: string;
  modified: string;
  fileId: string;
  hasPreview: string;
}

/** Namespaces of the parsed elements, whatever prefixes the document uses. */
const spaces: readonly string[] = ['DAV:', 'http://owncloud.org/ns', 'http://nextcloud.org/ns'];

/** Ignores all elements of other namespaces. */
function makeMultistatusReader() {
  const responses: DavResponse[] = [];
  let text = '';
  const parser = new SaxesParser({ xmlns: true });
  // The parser does not support entities declared by a document, and refuses a document that declares any.
  const refuse = (reason: Error) => {
    throw reason;
  };
  parser.on('error', refuse);
  parser.on('doctype', () => refuse(new Error('the answer declares a document type')));
  parser.on('opentag', ({ local, uri }) => {
    if (responses.length === 0 && !['multistatus', 'response'].includes(local))
      refuse(new Error('the answer is not a multistatus'));
    if (!spaces.includes(uri)) return;
    text = '';
    if (local === 'response' && uri === 'DAV:') {
      if (responses.length === maxEntries) refuse(new Error('the folder has too many entries'));
      responses.push({ href: '', isFolder: false, size: '', modified: '', fileId: '', hasPreview: '' });
    } else if (local === 'collection') responses.at(-1)!.isFolder = true;
  });
  const keep = (more: string) => {
    text += more;
  };
  parser.on('text', keep);
  parser.on('cdata', keep);
  parser.on('closetag', ({ local, uri }) => {
    const response = responses.at(-1);
    if (!response || !spaces.includes(uri)) return;
    // The first one identifies the entry; others may be its new location.
    if (local === 'href') response.href ||= text.trim();
    else if (local === 'getcontentlength') response.size ||= text.trim();
    else if (local === 'getlastmodified') response.modified ||= text.trim();
    else if (local === 'fileid') response.fileId ||= text.trim();
    else if (local === 'has-preview') response.hasPreview ||= text.trim();
  });
  return { responses, read: (document: string) => void parser.write(document).close() };
}

function toEntry(path: string, { isFolder, size, modified, fileId, hasPreview }: Omit<DavResponse, 'href'>): DavEntry {
  const modifiedMs = Date.parse(modified);
  return {
    path,
    name: path.split('/').filter(Boolean).at(-1) ?? '',
    isFolder,
    sizeBytes: /^\d{1,15}$/.test(size) && !isFolder ? Number(size) : undefined,
    modifiedAt: Number.isNaN(modifiedMs) ? undefined : new Date(modifiedMs),
    previewId: hasPreview === 'true' && /^\d{1,18}$/.test(fileId) ? fileId : undefined,
  };
}

/** The path of an entry below the account's address. Undefined: it is elsewhere or unreadable. */
function pathOf(href: string, { url = '' }: Secrets): string | undefined {
  const base = new URL(url);
  if (!isUrl(href, base)) return undefined;
  try {
    const start = withoutEndSlashes(decodeURIComponent(base.pathname));
    const path = decodeURIComponent(new URL(href, base).pathname);
    if (path !== start && !path.startsWith(`${start}/`)) return undefined;
    return withoutEndSlashes(path.slice(start.length)) || '/';
  } catch {
    return undefined;
  }
}
