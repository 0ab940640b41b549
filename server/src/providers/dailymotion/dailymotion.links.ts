import { create } from '@bufbuild/protobuf';
import {
  type DailymotionSource,
  DailymotionSourceSchema,
} from '@matinee/contract/gen/service/provider/dailymotion_pb.ts';
import { linkOf, partsOf, secondsOf } from '../site-link.ts';

/** Public ones begin with `x`, private ones with `k`. */
const id = /^[xk][A-Za-z0-9]{4,23}$/;

/** Reads links of Dailymotion's pages, embedded players and share buttons, with or without `https://`. [DLY1] */
export function readLink(text: string): DailymotionSource | undefined {
  const url = linkOf(text);
  if (!url) return undefined;
  const { hostname, searchParams } = url;
  const named = idIn(hostname, partsOf(url), searchParams);
  // Older links have words of the title after the id.
  const videoId = named?.split('_', 1)[0] ?? '';
  if (!id.test(videoId)) return undefined;
  const startSeconds = secondsOf(searchParams.get('start') ?? searchParams.get('startTime'));
  return create(DailymotionSourceSchema, { videoId, startSeconds });
}

function idIn(hostname: string, parts: readonly string[], query: URLSearchParams): string | null | undefined {
  const [first, second, third] = parts;
  if (hostname === 'dai.ly') return first;
  if (hostname === 'geo.dailymotion.com')
    return /^player(?:\.html)?$/.test(first ?? '') ? query.get('video') : undefined;
  if (!/^(?:(?:www|touch)\.)?dailymotion\.com$/.test(hostname)) return undefined;
  if (first === 'embed') return second === 'video' ? third : undefined;
  // Pages may begin with a language, `/de/video/…`.
  return first === 'video' ? second : second === 'video' ? third : undefined;
}
