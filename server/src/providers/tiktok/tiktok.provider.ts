import { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { EmbedKind, EmbedPlayer } from '@matinee/contract/gen/service/provider/embed_pb.ts';
import type { TiktokSource } from '@matinee/contract/gen/service/provider/tiktok_pb.ts';
import { embedded } from '../embedded.ts';
import { askOembed, type Oembed } from '../oembed.ts';
import type { MediaProvider, ProviderTools } from '../provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { Resolved } from '../resolved.ts';
import { readLink } from './tiktok.links.ts';

/**
 * Videos on TikTok, played by TikTok's own player. oEmbed returns their names (developers.tiktok.com/doc/embed-videos).
 */
export const tiktok: MediaProvider<'tiktok'> = {
  name: 'tiktok',
  sourceCase: 'tiktok',
  recognize: readLink,
  check: () => [],
  nameOf: ({ videoId, user }) => (user === '' ? `TikTok ${videoId}` : `@${user} (TikTok)`),
  describe: async (source, tools) => ({ name: (await ask(source, tools)).name }),
  outline,
  resolve,
};

/** @throws ProviderError `missing` also for a video without its owner's name, which TikTok's API requires. */
async function ask({ videoId, user }: TiktokSource, tools: ProviderTools): Promise<Oembed> {
  if (user === '') throw new ProviderError('missing');
  const address = `https://www.tiktok.com/@${user}/video/${videoId}`;
  return tools.remember(address, () => askOembed('https://www.tiktok.com/oembed', address, tools));
}

function outline({ videoId }: TiktokSource): Resolved {
  const embed = { player: EmbedPlayer.TIKTOK, kind: EmbedKind.VIDEO, id: videoId, startSeconds: 0 };
  return embedded(embed, PlaybackKind.REGULAR);
}

/** Adds facts from the site; a video plays without them. [TTK3] */
async function resolve(source: TiktokSource, tools: ProviderTools): Promise<Resolved> {
  const told = await ask(source, tools).catch(() => undefined);
  if (!told) return outline(source);
  const { author, picture } = told;
  return {
    ...outline(source),
    metadata: author === '' ? {} : { channel: author },
    ...(picture === undefined ? {} : { thumbnail: { url: picture } }),
  };
}
