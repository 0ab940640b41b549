import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { type BilibiliSource, BilibiliSourceSchema } from '@matinee/contract/gen/service/provider/bilibili_pb.ts';
import { isUrl } from '../../kernel/http/urls.ts';

const video = /^(?:BV1[0-9A-Za-z]{9}|av[1-9]\d{0,18})$/;
const number = /^[1-9]\d{0,18}$/;

/** Reads links to a video, one of its parts, an episode or a live stream, with or without `https://`. [BI1] */
export function readLink(text: string): BilibiliSource | undefined {
  const url = urlOf(text);
  const [first = '', second = '', third = ''] = url?.pathname.split('/').filter(Boolean) ?? [];
  if (url?.hostname === 'live.bilibili.com') {
    const room = first === 'h5' ? second : first;
    return number.test(room) ? sourceOf({ case: 'liveRoomId', value: room }) : undefined;
  }
  if (!url || !isPage(url)) return undefined;
  if (first === 'video' && video.test(second)) {
    const part = url.searchParams.get('p') ?? '';
    const isPart = /^[1-9]\d{0,3}$/.test(part);
    return sourceOf({ case: 'video', value: videoOf(second, isPart ? Number(part) : 0) });
  }
  const episode = /^ep(\d+)$/.exec(third)?.[1] ?? '';
  if (first !== 'bangumi' || second !== 'play' || !number.test(episode)) return undefined;
  return sourceOf({ case: 'episodeId', value: episode });
}

/** The folder of a linked series: `https://www.bilibili.com/bangumi/play/ss123`. [BI1] */
export function readFolderLink(text: string): string | undefined {
  const url = urlOf(text);
  const [, season] = /^\/bangumi\/play\/ss([1-9]\d{0,18})\/?$/.exec(url && isPage(url) ? url.pathname : '') ?? [];
  return season === undefined ? undefined : `season/${season}`;
}

/** The address that resolves a short link of the site's app: `https://b23.tv/aBc1234`. [BI1] */
export function readShortLink(text: string): string | undefined {
  const { hostname = '', pathname = '' } = urlOf(text) ?? {};
  return hostname === 'b23.tv' && /^\/[0-9A-Za-z]{1,32}\/?$/.test(pathname) ? `https://b23.tv${pathname}` : undefined;
}

/** A source without an account. */
export function sourceOf(item: MessageInitShape<typeof BilibiliSourceSchema>['item'] & object): BilibiliSource {
  return create(BilibiliSourceSchema, { item });
}

export function videoOf(id: string, part = 0) {
  return { $typeName: 'service.provider.BilibiliVideo' as const, id, part };
}

function isPage({ hostname }: URL): boolean {
  return /^(?:(?:www|m)\.)?bilibili\.com$/.test(hostname);
}

function urlOf(text: string): URL | undefined {
  const address = /^https?:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`;
  return /\s/.test(address) || !isUrl(address) ? undefined : new URL(address);
}
