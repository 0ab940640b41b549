import { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { EmbedKind, EmbedPlayer } from '@matinee/contract/gen/service/provider/embed_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import type { TwitchSource } from '@matinee/contract/gen/service/provider/twitch_pb.ts';
import { defineReasons } from '@matinee/contract/reasons.ts';
import type { MediaProvider, Resolved } from '../provider.ts';
import { isIdOf, readLink } from './twitch.links.ts';

const reasons = defineReasons('twitch', { id: 'is no such id on Twitch' });

/** Live channels, videos and clips of Twitch, played by Twitch's own player: its terms allow no other. Nobody is asked anything. */
export const twitch: MediaProvider<'twitch'> = {
  name: 'twitch',
  sourceCase: 'twitch',
  recognize: readLink,
  check: ({ kind, id }, field) => (isIdOf(kind, id) ? [] : [{ field: `${field}.id`, ...reasons.id() }]),
  nameOf: ({ kind, id }) => (kind === EmbedKind.CHANNEL ? `${id} (Twitch)` : `Twitch ${id.replaceAll('-', ' ')}`),
  outline,
  resolve: async (source) => outline(source),
};

function outline({ kind, id, startSeconds }: TwitchSource): Resolved {
  const embed = { player: EmbedPlayer.TWITCH, kind, id, startSeconds };
  return {
    modes: [{ name: 'original', medias: [{ name: '', format: MediaFormat.EMBED, embed }], subtitles: [] }],
    needsCredentials: false,
    playbackKind: kind === EmbedKind.CHANNEL ? PlaybackKind.LIVE : PlaybackKind.REGULAR,
  };
}
