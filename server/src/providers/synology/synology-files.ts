/** Folders and search results of File Station. */
import { create } from '@bufbuild/protobuf';
import { SynologySourceSchema } from '@matinee/contract/gen/service/provider/synology_pb.ts';
import { pause } from '../../kernel/clock.ts';
import { foldersTo, isPlayable } from '../file-servers/beside-files.ts';
import { dateOfSeconds, type FileEntry, toListed } from '../file-servers/file-pages.ts';
import { type Answered, numberOf, objectOf, objectsOf, textOf } from '../json-answer.ts';
import type { Listed, ListedPage, ListQuery, OpenAccount, ProviderTools, SearchQuery } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import { callAs } from './synology.client.ts';

const additional = ['size', 'time'];
const byName = { sort_by: 'name', sort_direction: 'asc', additional };

/** @throws ProviderError */
export async function listFolder(open: OpenAccount, query: ListQuery, tools: ProviderTools) {
  return query.folder === '' ? listShares(open, query, tools) : listBelow(open, query, tools);
}

async function listShares(open: OpenAccount, { after, limit }: ListQuery, tools: ProviderTools) {
  const offset = Number(after ?? 0);
  const values = { offset, limit, ...byName };
  const call = { api: 'SYNO.FileStation.List', version: 2, method: 'list_share', values } as const;
  const data = await callAs(open, call, tools);
  const shares = objectsOf(data['shares']);
  return {
    entries: shares.flatMap((one) => listed(open, one)),
    path: [],
    ...nextOf('', { offset, count: shares.length, total: data['total'] }),
  };
}

/** Folders come first, then files: DSM itself sorts them together. */
async function listBelow(open: OpenAccount, { folder, after, limit }: ListQuery, tools: ProviderTools) {
  const [kind = 'dir', offset = '0'] = after?.split(':') ?? [];
  const entries: Listed<'synology'>[] = [];
  let next: { readonly next?: string } = { next: `file:${kind === 'file' ? offset : '0'}` };
  if (kind === 'dir') {
    const page = await part(open, folder, { kind, offset: Number(offset), limit }, tools);
    entries.push(...page.entries);
    next = page.next === undefined ? next : { next: page.next };
    if (page.next !== undefined || page.count >= limit) return { entries, path: foldersTo(folder), ...next };
  }
  const asked = { kind: 'file', offset: kind === 'file' ? Number(offset) : 0, limit: limit - entries.length } as const;
  const page = await part(open, folder, asked, tools);
  return {
    entries: [...entries, ...page.entries],
    path: foldersTo(folder),
    ...(page.next === undefined ? {} : { next: page.next }),
  };
}

interface Part {
  readonly kind: 'dir' | 'file';
  readonly offset: number;
  readonly limit: number;
}

async function part(open: OpenAccount, folder: string, { kind, offset, limit }: Part, tools: ProviderTools) {
  const values = { folder_path: folder, filetype: kind, offset, limit, ...byName };
  const call = { api: 'SYNO.FileStation.List', version: 2, method: 'list', values } as const;
  const data = await callAs(open, call, tools);
  const files = objectsOf(data['files']);
  const { next } = nextOf(`${kind}:`, { offset, count: files.length, total: data['total'] });
  return { entries: files.flatMap((one) => listed(open, one)), count: files.length, next };
}

function nextOf(
  start: string,
  { offset, count, total }: { readonly offset: number; readonly count: number; readonly total: unknown },
): { readonly next?: string } {
  const end = offset + count;
  return count > 0 && end < (numberOf(total) ?? 0) ? { next: `${start}${end}` } : {};
}

function listed(open: OpenAccount, one: Answered): Listed<'synology'>[] {
  return toEntry(one)
    .filter(({ isFolder, name }) => isFolder || isPlayable(name))
    .map((entry) => toListed(entry, (path) => create(SynologySourceSchema, { accountId: open.id, path })));
}

/** A file or folder of a response; empty if it has no path. */
export function toEntry(one: Answered): FileEntry[] {
  const [name, path] = [textOf(one['name']), textOf(one['path'])];
  if (name === undefined || path === undefined || !path.endsWith(`/${name}`)) return [];
  const isFolder = one['isdir'] === true;
  const more = objectOf(one['additional']);
  return [
    {
      path,
      name,
      isFolder,
      sizeBytes: isFolder ? undefined : numberOf(more?.['size']),
      modifiedAt: dateOfSeconds(numberOf(objectOf(more?.['time'])?.['mtime'])),
      // DSM makes pictures of films on demand.
      previewId: isFolder ? undefined : path,
    },
  ];
}

/** How long a user waits for search results, in milliseconds. */
const patienceMs = 5_000;
const pollMs = 250;

/**
 * The server searches while results are polled. Results that arrive after the first page are on the next ones. @throws
 * ProviderError
 */
export async function search(
  open: OpenAccount,
  { folder, text, after, limit }: SearchQuery,
  tools: ProviderTools,
): Promise<ListedPage<'synology'>> {
  const [, known, from = '0'] = /^(.+):(\d+)$/.exec(after ?? '') ?? [];
  const task = known ?? (await startSearch(open, folder, text, tools));
  const offset = Number(from);
  const call = {
    api: 'SYNO.FileStation.Search',
    version: 2,
    method: 'list',
    values: { taskid: task, offset, limit, ...byName },
  } as const;
  const untilMs = tools.clock.nowMs() + patienceMs;
  for (;;) {
    const data = await callAs(open, call, tools);
    const files = objectsOf(data['files']);
    const isDone = data['finished'] === true;
    const isLast = isDone && offset + files.length >= (numberOf(data['total']) ?? 0);
    if (isLast) await forget(open, task, tools);
    if (isDone || files.length >= limit || tools.clock.nowMs() >= untilMs) {
      return {
        entries: files.flatMap((one) => listed(open, one)),
        path: [],
        ...(files.length > 0 && !isLast ? { next: `${task}:${offset + files.length}` } : {}),
      };
    }
    await pause(tools.clock, pollMs);
  }
}

/** Makes the server delete the results of a search. Ignores failures. */
async function forget(open: OpenAccount, task: string, tools: ProviderTools): Promise<void> {
  const call = { api: 'SYNO.FileStation.Search', version: 2, method: 'clean', values: { taskid: task } } as const;
  await callAs(open, call, tools).catch((cause) => {
    if (!(cause instanceof ProviderError)) throw cause;
  });
}

/** "Everywhere" means all shared folders: the server does not search above them. */
async function startSearch(open: OpenAccount, folder: string, text: string, tools: ProviderTools): Promise<string> {
  const folders = folder === '' ? await sharesOf(open, tools) : [folder];
  // The search text is part of a name, not a pattern.
  const pattern = `*${text.replace(/[*?[\],\\]/g, '?')}*`;
  const values = { folder_path: folders, recursive: true, pattern };
  const data = await callAs(open, { api: 'SYNO.FileStation.Search', version: 2, method: 'start', values }, tools);
  const task = textOf(data['taskid']);
  if (task === undefined) throw new ProviderError('bad_answer');
  return task;
}

function sharesOf(open: OpenAccount, tools: ProviderTools): Promise<string[]> {
  return tools.remember(`${open.id} shares`, async () => {
    const call = { api: 'SYNO.FileStation.List', version: 2, method: 'list_share', values: {} } as const;
    const shares = objectsOf((await callAs(open, call, tools))['shares']);
    return shares.flatMap((one) => textOf(one['path']) ?? []);
  });
}

/** A file, and the subtitles in its folder. @throws ProviderError `missing` also for a folder. */
export async function besideOf(open: OpenAccount, path: string, tools: ProviderTools): Promise<FileEntry[]> {
  const info = {
    api: 'SYNO.FileStation.List',
    version: 2,
    method: 'getinfo',
    values: { path: [path], additional },
  } as const;
  const [file] = objectsOf((await callAs(open, info, tools))['files']);
  // A missing file is in the response too, with only a code.
  const [entry] = file === undefined || file['code'] !== undefined ? [] : toEntry(file);
  if (entry === undefined || entry.isFolder) throw new ProviderError('missing');
  const values = {
    folder_path: path.slice(0, path.lastIndexOf('/')),
    filetype: 'file',
    pattern: subtitlePattern,
    ...byName,
  };
  const call = { api: 'SYNO.FileStation.List', version: 2, method: 'list', values } as const;
  const subtitles = await callAs(open, call, tools).catch((cause) => {
    // The account may read the file but not its folder.
    if (cause instanceof ProviderError && cause.failure === 'forbidden') return {};
    throw cause;
  });
  return [entry, ...objectsOf((subtitles as Answered)['files']).flatMap(toEntry)];
}

const subtitlePattern = '*.srt,*.vtt,*.ass,*.ssa';
