import type { DirectUrlSource } from '@matinee/contract/gen/service/provider/direct_url_pb.ts';
import type { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { checkAddress, decodeOr, formatOfPath, nameOfFile } from '../media-address.ts';
import type { MediaProvider, ResolvedMedia } from '../provider.ts';

/** Plain addresses: a file, HLS, DASH or FLV, and other addresses of the same film. */
export const directUrl: MediaProvider<'directUrl'> = {
  name: 'direct_url',
  sourceCase: 'directUrl',
  check: ({ url, subtitles, alternatives }, field) => [
    ...checkAddress(url, `${field}.url`),
    ...subtitles.flatMap((subtitle, i) => checkAddress(subtitle.url, `${field}.subtitles[${i}].url`)),
    ...alternatives.flatMap((alternative, i) => checkAddress(alternative.url, `${field}.alternatives[${i}].url`)),
  ],
  nameOf({ url }) {
    const { pathname, hostname } = new URL(url);
    const last = pathname.split('/').filter(Boolean).at(-1) ?? '';
    return nameOfFile(decodeOr(last)) || hostname;
  },
  resolve: (source) => ({
    mode: {
      medias: addressesOf(source),
      subtitles: source.subtitles.map(({ name, url, language }) => ({ name: name || language, url, language })),
    },
  }),
};

function addressesOf({ url, format, alternatives }: DirectUrlSource): ResolvedMedia[] {
  return [{ name: '', url, format }, ...alternatives].map((one) => ({
    name: one.name,
    url: one.url,
    format: formatOf(one),
  }));
}

function formatOf({ url, format }: { readonly url: string; readonly format?: MediaFormat | undefined }): MediaFormat {
  return format ?? formatOfPath(new URL(url).pathname);
}
