import type { MediaSource } from '@matinee/contract/gen/api.ts';

/**
 * The address from which any room can add an item again; undefined: it is on a server for which one needs an account,
 * or its address has a password in it. Pure. [WPF2]
 */
export function addressOf(source: MediaSource | undefined): string | undefined {
  if (!source) return undefined;
  const { direct_url, youtube, peertube, vimeo, dailymotion, tiktok, twitch, bilibili } = source;
  if (direct_url) return withoutPassword(direct_url.url);
  if (youtube) return `https://www.youtube.com/watch?v=${youtube.video_id}`;
  if (peertube) return `https://${peertube.host}/w/${peertube.video_id}`;
  if (vimeo) return `https://vimeo.com/${vimeo.video_id}${vimeo.hash ? `/${vimeo.hash}` : ''}`;
  if (dailymotion) return `https://www.dailymotion.com/video/${dailymotion.video_id}`;
  if (tiktok) return `https://www.tiktok.com/@${tiktok.user}/video/${tiktok.video_id}`;
  if (twitch) return twitchAddress(twitch);
  if (bilibili) return bilibiliAddress(bilibili);
  return undefined;
}

function withoutPassword(address: string): string | undefined {
  return URL.canParse(address) && new URL(address).password === '' ? address : undefined;
}

function twitchAddress({ kind, id }: NonNullable<MediaSource['twitch']>): string {
  if (kind === 'clip') return `https://clips.twitch.tv/${id}`;
  return `https://www.twitch.tv/${kind === 'video' ? 'videos/' : ''}${id}`;
}

function bilibiliAddress({
  video,
  episode_id,
  live_room_id,
}: NonNullable<MediaSource['bilibili']>): string | undefined {
  if (video) return `https://www.bilibili.com/video/${video.id}${video.part > 1 ? `?p=${video.part}` : ''}`;
  if (episode_id) return `https://www.bilibili.com/bangumi/play/ep${episode_id}`;
  return live_room_id ? `https://live.bilibili.com/${live_room_id}` : undefined;
}
