import { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import type { DailymotionSource } from '@matinee/contract/gen/service/provider/dailymotion_pb.ts';
import { EmbedKind, EmbedPlayer } from '@matinee/contract/gen/service/provider/embed_pb.ts';
import { embedded } from '../embedded.ts';
import type { MediaProvider, ProviderTools } from '../provider.ts';
import type { Resolved } from '../resolved.ts';
import { askVideo } from './dailymotion.client.ts';
import { readLink } from './dailymotion.links.ts';

/** Videos and live streams on Dailymotion, played by Dailymotion's own player. */
export const dailymotion: MediaProvider<'dailymotion'> = {
  name: 'dailymotion',
  sourceCase: 'dailymotion',
  recognize: readLink,
  check: () => [],
  nameOf: ({ videoId }) => `Dailymotion ${videoId}`,
  describe: async ({ videoId }, tools) => {
    const { name, durationSeconds } = await find(videoId, tools);
    return durationSeconds === undefined ? { name } : { name, durationSeconds };
  },
  outline,
  resolve,
};

function find(videoId: string, tools: ProviderTools) {
  return tools.remember(videoId, () => askVideo(videoId, tools));
}

function outline({ videoId, startSeconds }: DailymotionSource): Resolved {
  return embedded({ player: EmbedPlayer.DAILYMOTION, kind: EmbedKind.VIDEO, id: videoId, startSeconds });
}

/** Adds facts from the site; a video plays without them. [DLY3] */
async function resolve(source: DailymotionSource, tools: ProviderTools): Promise<Resolved> {
  const video = await find(source.videoId, tools).catch(() => undefined);
  if (!video) return outline(source);
  const { owner, isLive, durationSeconds, picture } = video;
  return {
    ...outline(source),
    playbackKind: isLive ? PlaybackKind.LIVE : PlaybackKind.REGULAR,
    metadata: owner === '' ? {} : { channel: owner },
    ...(durationSeconds === undefined ? {} : { durationSeconds }),
    ...(picture === undefined ? {} : { thumbnail: { url: picture } }),
  };
}
