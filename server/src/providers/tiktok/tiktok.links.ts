import { create } from '@bufbuild/protobuf';
import { type TiktokSource, TiktokSourceSchema } from '@matinee/contract/gen/service/provider/tiktok_pb.ts';
import { linkOf, partsOf } from '../site-link.ts';

const number = /^\d{15,20}$/;

/**
 * Reads video links of TikTok's pages and embedded players, with or without `https://`. Short links of its app contain
 * no video: only TikTok can resolve them. [TTK1]
 */
export function readLink(text: string): TiktokSource | undefined {
  const url = linkOf(text);
  if (!url || !/^(?:(?:www|m)\.)?tiktok\.com$/.test(url.hostname)) return undefined;
  const [first = '', second = '', third = ''] = partsOf(url);
  if (first === 'player' && second === 'v1') return sourceOf(third);
  if (first === 'embed') return sourceOf(second === 'v2' ? third : second);
  if (first === 'v') return sourceOf(second.replace(/\.html$/, ''));
  const user = /^@([A-Za-z0-9._]{1,64})$/.exec(first)?.[1];
  return user !== undefined && second === 'video' ? sourceOf(third, user) : undefined;
}

function sourceOf(videoId: string, user = ''): TiktokSource | undefined {
  return number.test(videoId) ? create(TiktokSourceSchema, { videoId, user }) : undefined;
}
