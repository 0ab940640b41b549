/** WebDAV by RFC 4918: what a folder has. Nothing else talks to the server. */
import { SaxesParser } from 'saxes';
import type { ProviderTools, Secrets } from '../provider.ts';
import { UpstreamError } from '../upstream-error.ts';
import { withoutEndSlashes } from './end-slashes.ts';

/** Something in a folder. */
export interface DavEntry {
  /** Decoded, below the address of the account: `/films/one.mp4`. */
  readonly path: string;
  readonly name: string;
  readonly isFolder: boolean;
  readonly sizeBytes: number | undefined;
  readonly modifiedAt: Date | undefined;
}

const propfind = `<?xml version="1.0" encoding="utf-8"?>
<propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/><getlastmodified/></prop></propfind>`;

/** Most entries of a folder that are read. */
const maxEntries = 20_000;

/** What is in a folder, without itself. @throws UpstreamError */
export async function listFolder(credentials: Secrets, folder: string, tools: ProviderTools): Promise<DavEntry[]> {
  const entries = await findProperties(credentials, folder, '1', tools);
  return entries.filter(({ path }) => path !== folder);
}

/** Asks whether the account can read its folder. @throws UpstreamError */
export async function checkFolder(credentials: Secrets, tools: ProviderTools): Promise<void> {
  await findProperties(credentials, '/', '0', tools);
}

/** The address of a file or folder. */
export function addressOf({ url = '' }: Secrets, path: string): string {
  const base = new URL(url);
  const start = withoutEndSlashes(base.pathname);
  return `${base.origin}${start}${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** What proves the account to the server (RFC 7617). */
export function headersOf({ username = '', password = '' }: Secrets): Record<string, string> {
  if (username === '') return {};
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}

async function findProperties(credentials: Secrets, folder: string, depth: '0' | '1', tools: ProviderTools) {
  // A collection has a slash at its end (RFC 4918, section 5.2); some servers redirect without.
  const url = addressOf(credentials, folder.endsWith('/') ? folder : `${folder}/`);
  const headers = { ...headersOf(credentials), depth, 'content-type': 'application/xml; charset=utf-8' };
  const answer = await tools.ask(url, { method: 'PROPFIND', headers, body: propfind });
  if (answer.status !== 207) throw new UpstreamError('bad_answer');
  return readMultistatus(await answer.text(), credentials);
}

/** RFC 4918, section 14.16. @throws UpstreamError for anything else, such as a page that asks to sign in. */
export function readMultistatus(text: string, credentials: Secrets): DavEntry[] {
  const reader = makeMultistatusReader();
  try {
    reader.read(text);
  } catch (cause) {
    throw new UpstreamError('bad_answer', { cause });
  }
  return reader.responses.flatMap(({ href, ...properties }) => {
    const path = pathOf(href, credentials);
    return path === undefined ? [] : [toEntry(path, properties)];
  });
}

/** A `response` of a multistatus, as it is read. */
interface DavResponse {
  href: string;
  isFolder: boolean;
  size: string;
  modified: string;
}

/** Reads elements of the namespace `DAV:`, whatever the document calls it, and leaves all others out. */
function makeMultistatusReader() {
  const responses: DavResponse[] = [];
  let text = '';
  const parser = new SaxesParser({ xmlns: true });
  // Entities that a document declares itself are unknown here, and a document that declares some is refused.
  const refuse = (reason: Error) => {
    throw reason;
  };
  parser.on('error', refuse);
  parser.on('doctype', () => refuse(new Error('the answer declares a document type')));
  parser.on('opentag', ({ local, uri }) => {
    if (responses.length === 0 && !['multistatus', 'response'].includes(local))
      refuse(new Error('the answer is not a multistatus'));
    if (uri !== 'DAV:') return;
    text = '';
    if (local === 'response') {
      if (responses.length === maxEntries) refuse(new Error('the folder has too many entries'));
      responses.push({ href: '', isFolder: false, size: '', modified: '' });
    } else if (local === 'collection') responses.at(-1)!.isFolder = true;
  });
  const keep = (more: string) => {
    text += more;
  };
  parser.on('text', keep);
  parser.on('cdata', keep);
  parser.on('closetag', ({ local, uri }) => {
    const response = responses.at(-1);
    if (!response || uri !== 'DAV:') return;
    // The first one names the entry; others may say where it has moved.
    if (local === 'href') response.href ||= text.trim();
    else if (local === 'getcontentlength') response.size ||= text.trim();
    else if (local === 'getlastmodified') response.modified ||= text.trim();
  });
  return { responses, read: (document: string) => void parser.write(document).close() };
}

function toEntry(path: string, { isFolder, size, modified }: Omit<DavResponse, 'href'>): DavEntry {
  const modifiedMs = Date.parse(modified);
  return {
    path,
    name: path.split('/').filter(Boolean).at(-1) ?? '',
    isFolder,
    sizeBytes: /^\d{1,15}$/.test(size) && !isFolder ? Number(size) : undefined,
    modifiedAt: Number.isNaN(modifiedMs) ? undefined : new Date(modifiedMs),
  };
}

/** Where an entry is below the address of the account; undefined for what is elsewhere or cannot be read. */
function pathOf(href: string, { url = '' }: Secrets): string | undefined {
  const base = new URL(url);
  if (!URL.canParse(href, base)) return undefined;
  try {
    const start = withoutEndSlashes(decodeURIComponent(base.pathname));
    const path = decodeURIComponent(new URL(href, base).pathname);
    if (path !== start && !path.startsWith(`${start}/`)) return undefined;
    return withoutEndSlashes(path.slice(start.length)) || '/';
  } catch {
    return undefined;
  }
}
