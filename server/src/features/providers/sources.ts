import type { MediaSource } from '@matinee/contract/gen/service/client/library_pb.ts';
import { PlaybackKind } from '@matinee/contract/gen/service/client/playback_pb.ts';
import type { MediaProvider, MediaProviders, SourceCase } from '../../providers/provider.ts';
import type { PlaybackInit, Sources } from './providers.port.ts';

/** The name of the mode in which viewers load from upstream themselves. */
const directMode = 'direct';

/** Answers questions about sources by asking the provider of each. */
export function makeSources(providers: MediaProviders): Sources {
  return {
    check(source) {
      const { provider, value, field } = find(providers, source);
      return provider.check(value, field);
    },
    nameOf(source) {
      const { provider, value } = find(providers, source);
      return provider.nameOf(value);
    },
    playbackOf(roomId, media) {
      if (!media.source) throw new Error(`${media.id} has no source`);
      const { provider, value } = find(providers, media.source);
      const { mode } = provider.resolve(value);
      const playback: PlaybackInit = {
        mediaId: media.id,
        playlistId: media.playlistId,
        roomId,
        name: media.name,
        provider: provider.name,
        defaultMode: directMode,
        playbackKind: PlaybackKind.REGULAR,
        playbackInfos: {
          [directMode]: { medias: mode.medias.map((one) => ({ ...one })), subtitles: [...mode.subtitles] },
        },
        media,
      };
      return media.durationSeconds === undefined ? playback : { ...playback, durationSeconds: media.durationSeconds };
    },
  };
}

/** The provider of a source, its message, and where that is in a request. */
function find(providers: MediaProviders, { source }: MediaSource) {
  if (source.case === undefined) throw new Error('the contract asks for a source');
  // One member fits the other: `MediaProviders` says so of each pair, and a union of functions cannot say it.
  const provider = providers[source.case] as unknown as MediaProvider<SourceCase>;
  return { provider, value: source.value, field: `source.${provider.name}` };
}
