import { create } from '@bufbuild/protobuf';
import { type DirectUrlSource, DirectUrlSourceSchema } from '@matinee/contract/gen/service/provider/direct_url_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { formatOfPath } from '../../../../providers/media-address.ts';
import type { MediaProviders } from '../../../../providers/provider.ts';
import type { Probed } from '../probing.ts';
import type { ChannelList } from './channel-list.ts';

/** Statuses of servers that refuse HEAD but may respond to GET. */
const readOnly = new Set([403, 405, 501]);

/**
 * Whether a response must be read to distinguish one film from a list of films. A source's explicit format decides it
 * without reading. Pure.
 */
export function mayBeList(source: DirectUrlSource, format: MediaFormat, { probe }: Probed): boolean {
  if (source.format !== undefined) return false;
  const { status = 0, contentType = '' } = probe;
  const isNamed = format === MediaFormat.HLS || /[?&=]m3u/i.test(new URL(source.url).search);
  return (isNamed || /mpegurl/i.test(contentType)) && (status < 400 || readOnly.has(status));
}

/**
 * A list as a message. An item without a name is named after its address. `picturePathOf` returns this server's path
 * for a picture. Pure. [PV80]
 */
export function listMessage(
  list: ChannelList | undefined,
  { nameOf }: Pick<MediaProviders['directUrl'], 'nameOf'>,
  picturePathOf: (url: string) => string,
) {
  if (!list) return {};
  return {
    isListPartial: list.isPartial,
    guideUrl: list.guideUrl,
    listed: list.items.map(({ name, url, ...item }) => ({
      ...item,
      url,
      picture: item.logo === '' ? '' : picturePathOf(item.logo),
      name: name || nameOf(create(DirectUrlSourceSchema, { url })),
      format: formatOfPath(new URL(url).pathname),
    })),
  };
}
