import { create } from '@bufbuild/protobuf';
import { type DirectUrlSource, DirectUrlSourceSchema } from '@matinee/contract/gen/service/provider/direct_url_pb.ts';
import type { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { checkAddress, decodeOr, formatOfPath, nameOfFile } from '../media-address.ts';
import type { MediaProvider, Secrets } from '../provider.ts';
import type { Resolved, ResolvedMedia } from '../resolved.ts';
import { checkHeaders } from './headers.ts';

/** File names that describe a kind of file, not the film. */
const saysNothing = /^(?:index|master|playlist|manifest|main|video|stream|chunklist|prog index)$/i;

/** Plain addresses: a file, HLS, DASH or FLV, and other addresses of the same film. */
export const directUrl: MediaProvider<'directUrl'> = {
  name: 'direct_url',
  sourceCase: 'directUrl',
  recognize(text) {
    const url = text.trim();
    return checkAddress(url, '').length === 0 ? create(DirectUrlSourceSchema, { url }) : undefined;
  },
  check: ({ url, subtitles, danmakus, alternatives, headers, storyboard }, field) => [
    ...checkAddress(url, `${field}.url`),
    ...subtitles.flatMap((subtitle, i) => checkAddress(subtitle.url, `${field}.subtitles[${i}].url`)),
    ...danmakus.flatMap((danmaku, i) => checkAddress(danmaku.url, `${field}.danmakus[${i}].url`)),
    ...alternatives.flatMap((alternative, i) => checkAddress(alternative.url, `${field}.alternatives[${i}].url`)),
    ...(storyboard ? checkAddress(storyboard.url, `${field}.storyboard.url`) : []),
    ...checkHeaders(headers, `${field}.headers`),
  ],
  nameOf({ url }) {
    const { pathname, hostname } = new URL(url);
    const names = pathname.split('/').map((part) => nameOfFile(decodeOr(part)));
    return names.findLast((name) => name !== '' && !saysNothing.test(name)) ?? hostname;
  },
  hide: (source) => ({
    shown: { ...source, headers: Object.fromEntries(Object.keys(source.headers).map((name) => [name, ''])) },
    secrets: source.headers,
  }),
  outline: (source) => resolvedOf(source, undefined),
  resolve: async (source, { secrets }) => resolvedOf(source, secrets),
};

/** Without `headers`, the result has the film's addresses, but not the access to them. */
function resolvedOf(source: DirectUrlSource, headers: Secrets | undefined): Resolved {
  const origin = new URL(source.url).origin;
  const upstreamOf = (url: string) =>
    headers !== undefined && new URL(url).origin === origin ? { url, headers } : { url };
  return {
    modes: [
      {
        name: 'original',
        medias: addressesOf(source).map(({ name, url, format }) => ({ name, format, upstream: upstreamOf(url) })),
        subtitles: source.subtitles.map(({ name, url, language }) => ({
          name: name || language,
          language,
          upstream: upstreamOf(url),
        })),
        danmakus: source.danmakus.map(({ name, url }) => ({ name, upstream: upstreamOf(url) })),
      },
    ],
    needsCredentials: Object.keys(source.headers).length > 0,
    ...(source.storyboard ? { storyboard: { upstream: upstreamOf(source.storyboard.url) } } : {}),
  };
}

function addressesOf({ url, format, alternatives }: DirectUrlSource) {
  return [{ name: '', url, format }, ...alternatives].map((one) => ({
    name: one.name,
    url: one.url,
    format: formatOf(one),
  })) satisfies (Pick<ResolvedMedia, 'name' | 'format'> & { url: string })[];
}

function formatOf({ url, format }: { readonly url: string; readonly format?: MediaFormat | undefined }): MediaFormat {
  return format ?? formatOfPath(new URL(url).pathname);
}
