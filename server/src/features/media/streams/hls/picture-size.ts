import { readAvcConfig } from '../../../../drivers/muxing/parameter-sets.ts';
import { av1Size, hevcSize, type PictureSize, vp9Size } from '../../../../drivers/muxing/picture-sizes.ts';
import { readPictureSize } from '../../../../drivers/webrtc/picture-size.ts';
import type { HlsTracks } from './carriage.ts';

/** The size of the pictures, from the decoder's configuration or the first key frame. Undefined: neither tells it. */
export function pictureSize(
  codec: NonNullable<HlsTracks['video']>,
  config: Buffer,
  keyFrame: Buffer,
): PictureSize | undefined {
  if (codec === 'h264') return h264Size(config);
  if (codec === 'hevc') return hevcSize(config);
  if (codec === 'av1') return av1Size(config.subarray(4)) ?? av1Size(keyFrame);
  return vp9Size(keyFrame);
}

function h264Size(config: Buffer): PictureSize | undefined {
  const set = readAvcConfig(config).units[0];
  return set && readPictureSize(set);
}
