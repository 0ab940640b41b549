import {
  type PlaybackInfo,
  PlaybackKind,
  PlaybackObstacleReason,
} from '@matinee/contract/gen/service/client/playback_pb.ts';
import { type MediaFacts, MediaTrackKind } from '@matinee/contract/gen/service/provider/media_facts_pb.ts';
import { MediaFormat } from '@matinee/contract/gen/service/provider/media_format_pb.ts';
import type { PlaybackProfile } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import type { Resolved } from '../../../providers/resolved.ts';

/** The abilities of a player; empty lists: unknown. */
export type Abilities = Pick<PlaybackProfile, 'formats' | 'liveFormats' | 'containers' | 'codecs' | 'subtitleFormats'>;

/** The known facts about a film beyond its addresses. */
export type TrackFacts = Pick<MediaFacts, 'container'> & {
  readonly tracks: readonly Pick<MediaFacts['tracks'][number], 'kind' | 'codec'>[];
};

export type Obstacle = Omit<PlaybackInfo['obstacles'][number], '$typeName' | '$unknown'>;

/** Formats that a player can play, for this kind of playback. */
export function formatsOf({ formats, liveFormats }: Abilities, { playbackKind }: Resolved): readonly MediaFormat[] {
  return playbackKind === PlaybackKind.LIVE && liveFormats.length > 0 ? liveFormats : formats;
}

/**
 * Why a player cannot play the mode at `index`; empty: it can, or this is unknown. Tracks and container describe the
 * original film: the first mode that upstream has not converted. Other modes are for players that cannot play the
 * original. Pure. [PV50]
 */
export function obstaclesOf(
  resolved: Resolved,
  index: number,
  abilities: Abilities,
  known: TrackFacts | undefined,
): Obstacle[] {
  const { medias = [] } = resolved.modes[index] ?? {};
  const formats = formatsOf(abilities, resolved);
  const media = medias.find(({ format }) => formats.length === 0 || formats.includes(format));
  if (!media) {
    const [first] = medias;
    return first ? [{ reason: PlaybackObstacleReason.FORMAT, name: nameOf(first.format) }] : [];
  }
  const isFilm = index === resolved.modes.findIndex(({ isConverted }) => !isConverted);
  if (!isFilm || !known || media.format === MediaFormat.EMBED) return [];
  return [...containerLacking(media.format, abilities, known), ...codecsLacking(abilities, known)];
}

function containerLacking(format: MediaFormat, { containers }: Abilities, { container }: TrackFacts): Obstacle[] {
  const isLacking = format === MediaFormat.FILE && container !== '' && containers.length > 0;
  if (!isLacking || containers.includes(container)) return [];
  return [{ reason: PlaybackObstacleReason.CONTAINER, name: container }];
}

/**
 * A film needs one video track and one audio track with a codec that the player supports. If there are several, the
 * viewer chooses.
 */
function codecsLacking({ codecs }: Abilities, { tracks }: TrackFacts): Obstacle[] {
  if (codecs.length === 0) return [];
  const lacking = (kind: MediaTrackKind, reason: PlaybackObstacleReason): Obstacle[] => {
    const ofKind = tracks.filter((track) => track.kind === kind && track.codec !== '');
    const isPlayable = ofKind.length === 0 || ofKind.some(({ codec }) => codecs.includes(codec));
    return isPlayable ? [] : [{ reason, name: ofKind[0]!.codec }];
  };
  return [
    ...lacking(MediaTrackKind.VIDEO, PlaybackObstacleReason.VIDEO_CODEC),
    ...lacking(MediaTrackKind.AUDIO, PlaybackObstacleReason.AUDIO_CODEC),
  ];
}

function nameOf(format: MediaFormat): string {
  return MediaFormat[format]?.toLowerCase() ?? '';
}
