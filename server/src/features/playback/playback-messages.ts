import type { MessageInitShape } from '@bufbuild/protobuf';
import type { Media } from '@matinee/contract/gen/service/client/library_pb.ts';
import type { PlaybackSchema, PlaybackStateSchema } from '@matinee/contract/gen/service/client/playback_pb.ts';
import { formatOf } from '../library/media-source.port.ts';
import type { Timeline } from './timeline.ts';

type StateInit = Exclude<MessageInitShape<typeof PlaybackStateSchema>, { $typeName: string }>;

export function toPlaybackState(timeline: Timeline): StateInit {
  const {
    mediaId,
    playlistId,
    durationSeconds,
    waiting,
    actorId,
    clientOperationId,
    previousPositionSeconds,
    ...rest
  } = timeline;
  return {
    ...rest,
    ...(mediaId === null ? {} : { mediaId }),
    ...(playlistId === null ? {} : { playlistId }),
    ...(durationSeconds === null ? {} : { durationSeconds }),
    ...(waiting === null ? {} : { waiting: { members: [...waiting.members], untilMs: waiting.untilMs } }),
    ...(actorId === null ? {} : { actorId }),
    ...(clientOperationId === null ? {} : { clientOperationId }),
    ...(previousPositionSeconds === null ? {} : { previousPositionSeconds }),
  };
}

/** What to play: the item and its addresses. */
export function toPlayback(media: Media | undefined): MessageInitShape<typeof PlaybackSchema> {
  if (!media) return {};
  if (media.source?.source.case !== 'directUrl') return { media };
  const { url, subtitles } = media.source.source.value;
  return {
    media,
    urls: [{ name: media.name, url, format: formatOf(url), proxied: false }],
    subtitles: subtitles.map((subtitle) => ({
      name: subtitle.name || subtitle.language,
      url: subtitle.url,
      language: subtitle.language,
    })),
  };
}
