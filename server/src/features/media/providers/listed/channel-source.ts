import type { Channel } from '@matinee/contract/gen/service/provider/channel_pb.ts';
import type { MediaSource } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import type { FieldViolation } from '@matinee/contract/reasons.ts';
import { checkAddress } from '../../../../providers/media-address.ts';

/** The address of a channel's picture; undefined: not a channel, or a channel without one. Pure. [PV83] */
export function logoOf({ channel }: Pick<MediaSource, 'channel'>): string | undefined {
  return channel?.logo || undefined;
}

/** Problems with the addresses of a channel. `field` is its path in the request. Pure. [PV83] [CG1] */
export function checkChannel(channel: Channel | undefined, field: string): readonly FieldViolation[] {
  if (!channel) return [];
  const { logo, guideUrl } = channel;
  return [
    ...(logo === '' ? [] : checkAddress(logo, `${field}.logo`)),
    ...(guideUrl === '' ? [] : checkAddress(guideUrl, `${field}.guide_url`)),
  ];
}
