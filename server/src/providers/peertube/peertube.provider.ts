import { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import type { MediaProvider } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { ResolvedMedia } from '../resolved.ts';
import { peertubeAccounts } from './peertube.accounts.ts';
import { askCaptions, askChapters, askStoryboard, askVideo, type PeertubeVideo } from './peertube.client.ts';
import { readLink } from './peertube.links.ts';

/** Public videos and live streams of any PeerTube server. */
export const peertube: MediaProvider<'peertube'> = {
  name: 'peertube',
  sourceCase: 'peertube',
  recognize: readLink,
  check: () => [],
  nameOf: ({ host, videoId }) => `${host} ${videoId}`,
  describe: async ({ host, videoId }, tools) => {
    const { name, durationSeconds } = await tools.remember(`${host} ${videoId}`, () => askVideo(host, videoId, tools));
    return durationSeconds === undefined ? { name } : { name, durationSeconds };
  },
  // Only the video's server knows its addresses. Most videos have HLS.
  outline: () => ({
    modes: [{ name: 'original', medias: [{ name: '', format: MediaFormat.HLS }], subtitles: [] }],
    needsCredentials: false,
  }),
  async resolve({ host, videoId }, tools) {
    const [video, captions, chapters, storyboard] = await Promise.all([
      tools.remember(`${host} ${videoId}`, () => askVideo(host, videoId, tools)),
      askCaptions(host, videoId, tools),
      askChapters(host, videoId, tools),
      askStoryboard(host, videoId, tools),
    ]);
    const medias = mediasOf(video);
    // A live stream has not begun, or a video is not processed yet.
    if (medias.length === 0) throw new ProviderError('missing');
    const subtitles = captions.map(({ url, ...caption }) => ({ ...caption, upstream: { url } }));
    return {
      modes: [{ name: 'original', medias, subtitles }],
      needsCredentials: false,
      playbackKind: video.isLive ? PlaybackKind.LIVE : PlaybackKind.REGULAR,
      chapters: [...chapters].sort((a, b) => a.startSeconds - b.startSeconds),
      ...(video.durationSeconds === undefined ? {} : { durationSeconds: video.durationSeconds }),
      ...(video.picture === undefined ? {} : { thumbnail: { url: video.picture } }),
      ...(storyboard ? { storyboard: { upstream: { url: storyboard.url }, written: storyboard.playlist } } : {}),
    };
  },
  async coverOf({ host, videoId }, tools) {
    const { picture } = await tools.remember(`${host} ${videoId}`, () => askVideo(host, videoId, tools));
    return picture === undefined ? undefined : { url: picture };
  },
  accounts: peertubeAccounts,
};

/** HLS first, because it has all qualities; then whole files. [PT2] */
function mediasOf({ hls, files }: PeertubeVideo): readonly ResolvedMedia[] {
  return [
    ...(hls === undefined ? [] : [{ name: '', format: MediaFormat.HLS, upstream: { url: hls } }]),
    ...files.map(({ name, url }) => ({ name, format: MediaFormat.FILE, upstream: { url } })),
  ];
}
