import { create } from '@bufbuild/protobuf';
import { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { EmbedKind, EmbedPlayer } from '@matinee/contract/gen/service/provider/embed_pb.ts';
import { type YoutubeSource, YoutubeSourceSchema } from '@matinee/contract/gen/service/provider/youtube_pb.ts';
import { embedded } from '../embedded.ts';
import type { MediaProvider, ProviderTools } from '../provider.ts';
import type { Resolved } from '../resolved.ts';
import { pictureOf, youtubeAccounts } from './youtube.accounts.ts';
import { findVideo } from './youtube.keys.ts';
import { readLink } from './youtube.links.ts';

/** Videos on YouTube, played by YouTube's own player: its terms allow no other. */
export const youtube: MediaProvider<'youtube'> = {
  name: 'youtube',
  sourceCase: 'youtube',
  recognize(text) {
    const link = readLink(text);
    if (!link || !('video' in link)) return undefined;
    return create(YoutubeSourceSchema, { videoId: link.video, startSeconds: link.startSeconds });
  },
  recognizeFolder(text) {
    const link = readLink(text);
    if (link && 'playlist' in link) return `playlist/${link.playlist}`;
    if (!link || !('channel' in link)) return undefined;
    const [[by, name]] = Object.entries(link.channel) as [[string, string]];
    return by === 'id' ? `channel/${name}` : `${by}/${name}`;
  },
  check: () => [],
  nameOf: ({ videoId }) => `YouTube ${videoId}`,
  describe: async ({ videoId }, tools) => {
    const { name, durationSeconds } = await findVideo(videoId, undefined, tools);
    return durationSeconds === undefined ? { name } : { name, durationSeconds };
  },
  outline,
  resolve,
  // This server loads it, so that viewers who have not consented to the site load nothing from there.
  coverOf: ({ videoId }) => pictureOf(videoId),
  accounts: youtubeAccounts,
};

function outline({ videoId, startSeconds }: YoutubeSource): Resolved {
  return embedded({ player: EmbedPlayer.YOUTUBE, kind: EmbedKind.VIDEO, id: videoId, startSeconds });
}

/** Adds facts from the site; a video plays without them. [YT3] */
async function resolve(source: YoutubeSource, tools: ProviderTools): Promise<Resolved> {
  const video = await findVideo(source.videoId, undefined, tools).catch(() => undefined);
  if (!video) return outline(source);
  const { durationSeconds, chapters, isLive, channel } = video;
  return {
    ...outline(source),
    chapters,
    metadata: channel === '' ? {} : { channel },
    playbackKind: isLive ? PlaybackKind.LIVE : PlaybackKind.REGULAR,
    ...(durationSeconds === undefined ? {} : { durationSeconds }),
  };
}
