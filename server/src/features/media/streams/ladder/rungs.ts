/** The rungs of the ladder: the smaller versions of a live stream, and which of them a stream has. [LS80] */
import type { SmallerPicture } from '../../../../drivers/ffmpeg/ffmpeg.ts';
import { BrokenMedia } from '../../../../drivers/muxing/broken-media.ts';
import type { LiveStream } from '../air/live-stream.ts';
import { pictureSize } from '../hls/picture-size.ts';

/** What is coded for each rung that has a picture. */
export const smallerPictures: Readonly<Record<string, SmallerPicture>> = {
  '720p': { pixels: 720, bitsPerSecond: 3_000_000 },
  '480p': { pixels: 480, bitsPerSecond: 1_400_000 },
};
/** The rung that is the sound of the stream alone. Nothing is coded for it. */
export const soundRung = 'sound';

/** All rungs that this server makes, from the best one on. */
export function rungNames(canCode: boolean): readonly string[] {
  return [...(canCode ? Object.keys(smallerPictures) : []), soundRung];
}

/** The rungs of a stream: those that are smaller than itself. Pure. [LS80] */
export function rungsOf(stream: LiveStream, canCode: boolean): readonly string[] {
  const { video, audio } = stream.facts;
  if (video === undefined) return [];
  const pixels = video === 'h264' && canCode ? shorterSide(stream) : undefined;
  const smaller = Object.entries(smallerPictures).filter(([, size]) => pixels !== undefined && size.pixels < pixels);
  return [...smaller.map(([name]) => name), ...(audio === undefined ? [] : [soundRung])];
}

/** In pixels. Undefined: the decoder's configuration, which came with the stream, does not tell it. */
function shorterSide({ videoConfig }: LiveStream): number | undefined {
  if (!videoConfig) return undefined;
  try {
    const size = pictureSize('h264', videoConfig.media.data, Buffer.alloc(0));
    return size && Math.min(size.width, size.height);
  } catch (cause) {
    if (cause instanceof BrokenMedia) return undefined;
    throw cause;
  }
}
