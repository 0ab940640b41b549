import { create } from '@bufbuild/protobuf';
import { EmbedKind, EmbedPlayer } from '@matinee/contract/gen/service/provider/embed_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import { type YoutubeSource, YoutubeSourceSchema } from '@matinee/contract/gen/service/provider/youtube_pb.ts';
import type { MediaProvider, Resolved } from '../provider.ts';
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
  check: () => [],
  nameOf: ({ videoId }) => `YouTube ${videoId}`,
  outline,
  resolve: async (source) => outline(source),
};

function outline({ videoId, startSeconds }: YoutubeSource): Resolved {
  const embed = { player: EmbedPlayer.YOUTUBE, kind: EmbedKind.VIDEO, id: videoId, startSeconds };
  return {
    modes: [{ name: 'original', medias: [{ name: '', format: MediaFormat.EMBED, embed }], subtitles: [] }],
    needsCredentials: false,
  };
}
