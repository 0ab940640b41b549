/** How a file of AList or OpenList plays: the file itself, and the transcodes of the storage behind it. */

import type { AlistSource } from '@matinee/contract/gen/service/provider/alist_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { isUrl } from '../../kernel/http/urls.ts';
import { subtitleOf } from '../file-servers/beside-files.ts';
import { type Answered, numberOf, objectOf, objectsOf, textOf } from '../json-answer.ts';
import { formatOfPath } from '../media-address.ts';
import type { OpenAccount, ProviderTools, ResolveContext } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { Resolved, ResolvedMode, ResolvedSubtitle, UpstreamAddress } from '../resolved.ts';
import { accountOf, askAs, linkOf } from './alist.client.ts';

/** @throws ProviderError */
export async function resolve(
  { path }: AlistSource,
  { account: open, secrets, ...tools }: ResolveContext,
): Promise<Resolved> {
  const password = secrets['password'] ?? '';
  const file = await askAs(open!, '/api/fs/get', { path, password }, tools);
  if (file['is_dir'] === true) throw new ProviderError('missing');
  const account = accountOf(open!);
  const url = httpOf(file['raw_url']) ?? linkOf(account, path, textOf(file['sign']) ?? '');
  const subtitles = subtitlesOf(open!, path, file);
  const original: ResolvedMode = {
    name: 'original',
    medias: [{ name: '', format: formatOfPath(path), upstream: { url } }],
    subtitles,
  };
  const preview = canTranscode(file) ? await previewOf(open!, { path, password }, tools) : undefined;
  const thumbnail = httpOf(file['thumb']);
  return {
    modes: [original, ...transcodedModes(preview, subtitles)],
    // The address alone opens the file.
    needsCredentials: true,
    ...(thumbnail === undefined ? {} : { thumbnail: { url: thumbnail } }),
    ...durationOf(preview),
  };
}

/** The picture of a file. @throws ProviderError */
export async function thumbnailOf(
  open: OpenAccount,
  path: string,
  tools: ProviderTools,
): Promise<UpstreamAddress | undefined> {
  const file = await askAs(open, '/api/fs/get', { path, password: '' }, tools);
  const url = httpOf(file['thumb']);
  return url === undefined ? undefined : { url };
}

function httpOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && isUrl(text) && /^https?:$/.test(new URL(text).protocol) ? text : undefined;
}

/** `related`: files beside it with similar names. */
function subtitlesOf(open: OpenAccount, path: string, file: Answered): ResolvedSubtitle[] {
  const end = path.lastIndexOf('/') + 1;
  return objectsOf(file['related']).flatMap((one) => {
    const name = textOf(one['name']) ?? '';
    const subtitle = subtitleOf(path.slice(end), name);
    if (!subtitle || name.includes('/')) return [];
    const url = linkOf(accountOf(open), `${path.slice(0, end)}${name}`, textOf(one['sign']) ?? '');
    return [{ ...subtitle, upstream: { url } }];
  });
}

/** Whether the storage can transcode. Other storages would only refuse the request. */
function canTranscode(file: Answered): boolean {
  return /^Aliyundrive/.test(textOf(file['provider']) ?? '');
}

/** The storage's transcodes. Undefined: none, or not ready; the file itself still plays. */
async function previewOf(
  open: OpenAccount,
  { path, password }: { readonly path: string; readonly password: string },
  tools: ProviderTools,
): Promise<Answered | undefined> {
  const message = { path, password, method: 'video_preview', data: {} };
  try {
    const answer = await askAs(open, '/api/fs/other', message, tools);
    return objectOf(answer['video_preview_play_info']);
  } catch (cause) {
    if (cause instanceof ProviderError) return undefined;
    throw cause;
  }
}

function transcodedModes(preview: Answered | undefined, beside: readonly ResolvedSubtitle[]): ResolvedMode[] {
  const own = finished(preview?.['live_transcoding_subtitle_task_list']).map(({ url, task }): ResolvedSubtitle => {
    const language = textOf(task['language']) ?? '';
    return { name: language, language, upstream: { url } };
  });
  return finished(preview?.['live_transcoding_task_list'])
    .map(({ url, task }) => ({ url, name: qualityOf(task), height: numberOf(task['template_height']) ?? 0 }))
    .sort((a, b) => b.height - a.height)
    .map(({ url, name }) => ({
      name,
      medias: [{ name: '', format: MediaFormat.HLS, upstream: { url } }],
      subtitles: [...beside, ...own],
    }));
}

function finished(tasks: unknown): { readonly url: string; readonly task: Answered }[] {
  return objectsOf(tasks).flatMap((task) => {
    const url = httpOf(task['url']);
    return url !== undefined && task['status'] === 'finished' ? [{ url, task }] : [];
  });
}

function qualityOf(task: Answered): string {
  const height = numberOf(task['template_height']);
  return height === undefined || height <= 0 ? (textOf(task['template_id']) ?? 'transcoded') : `${height}p`;
}

function durationOf(preview: Answered | undefined): { readonly durationSeconds?: number } {
  const seconds = numberOf(objectOf(preview?.['meta'])?.['duration']);
  return seconds === undefined || seconds <= 0 ? {} : { durationSeconds: seconds };
}
