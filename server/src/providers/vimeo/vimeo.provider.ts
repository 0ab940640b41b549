import { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { EmbedKind, EmbedPlayer } from '@matinee/contract/gen/service/provider/embed_pb.ts';
import type { VimeoSource } from '@matinee/contract/gen/service/provider/vimeo_pb.ts';
import { embedded } from '../embedded.ts';
import { askOembed, type Oembed } from '../oembed.ts';
import type { MediaProvider, ProviderTools } from '../provider.ts';
import type { Resolved } from '../resolved.ts';
import { readLink } from './vimeo.links.ts';

/** Videos on Vimeo, played by Vimeo's own player. oEmbed returns their names (developer.vimeo.com/api/oembed). */
export const vimeo: MediaProvider<'vimeo'> = {
  name: 'vimeo',
  sourceCase: 'vimeo',
  recognize: readLink,
  check: () => [],
  nameOf: ({ videoId }) => `Vimeo ${videoId}`,
  describe: async (source, tools) => {
    const { name, durationSeconds } = await ask(source, tools);
    return durationSeconds === undefined ? { name } : { name, durationSeconds };
  },
  outline,
  resolve,
};

/** The path of a video. Includes the hash of an unlisted one. */
const pathOf = ({ videoId, hash }: VimeoSource) => (hash === '' ? videoId : `${videoId}/${hash}`);

function ask(source: VimeoSource, tools: ProviderTools): Promise<Oembed> {
  const address = `https://vimeo.com/${pathOf(source)}`;
  return tools.remember(address, () => askOembed('https://vimeo.com/api/oembed.json', address, tools));
}

function outline(source: VimeoSource): Resolved {
  const { startSeconds } = source;
  const embed = { player: EmbedPlayer.VIMEO, kind: EmbedKind.VIDEO, id: pathOf(source), startSeconds };
  return embedded(embed, PlaybackKind.REGULAR);
}

/** Adds facts from the site; a video plays without them. [VIM3] */
async function resolve(source: VimeoSource, tools: ProviderTools): Promise<Resolved> {
  const told = await ask(source, tools).catch(() => undefined);
  if (!told) return outline(source);
  const { author, durationSeconds, picture } = told;
  return {
    ...outline(source),
    metadata: author === '' ? {} : { channel: author },
    ...(durationSeconds === undefined ? {} : { durationSeconds }),
    ...(picture === undefined ? {} : { thumbnail: { url: picture } }),
  };
}
