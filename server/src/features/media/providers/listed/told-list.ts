import { create } from '@bufbuild/protobuf';
import { type DirectUrlSource, DirectUrlSourceSchema } from '@matinee/contract/gen/service/provider/direct_url_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { formatOfPath } from '../../../../providers/media-address.ts';
import type { MediaProviders } from '../../../../providers/provider.ts';
import type { Probed } from '../probing.ts';
import type { ChannelList } from './channel-list.ts';

/** Statuses of servers that answer only those who read. */
const readOnly = new Set([403, 405, 501]);

/** True for an address whose answer has to be read to know whether it is one film or a list of them. Whoever gives a format says so. Pure. */
export function mayBeList(source: DirectUrlSource, format: MediaFormat, { probe }: Probed): boolean {
  if (source.format !== undefined) return false;
  const { status = 0, contentType = '' } = probe;
  const isNamed = format === MediaFormat.HLS || /[?&=]m3u/i.test(new URL(source.url).search);
  return (isNamed || /mpegurl/i.test(contentType)) && (status < 400 || readOnly.has(status));
}

/** A list as it is told; what the list has no name for is named after its address. Pure. */
export function toldList(list: ChannelList | undefined, { nameOf }: Pick<MediaProviders['directUrl'], 'nameOf'>) {
  if (!list) return {};
  return {
    isListPartial: list.isPartial,
    listed: list.items.map(({ name, url, ...item }) => ({
      ...item,
      url,
      name: name || nameOf(create(DirectUrlSourceSchema, { url })),
      format: formatOfPath(new URL(url).pathname),
    })),
  };
}
