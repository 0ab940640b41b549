import type { MessageInitShape } from '@bufbuild/protobuf';
import type { PlaybackStateSchema } from '@matinee/contract/gen/service/client/playback_pb.ts';
import type { Timeline } from './timeline.ts';

type StateInit = Exclude<MessageInitShape<typeof PlaybackStateSchema>, { $typeName: string }>;

export function toPlaybackState(timeline: Timeline): StateInit {
  const {
    mediaId,
    playlistId,
    durationSeconds,
    waiting,
    breakTime,
    liveFromMs,
    actorId,
    clientOperationId,
    previousPositionSeconds,
    shuffleSeed: _,
    targetHash,
    target: _target,
    ...rest
  } = timeline;
  return {
    ...rest,
    ...(mediaId === null ? {} : { mediaId }),
    ...(targetHash === null || targetHash === undefined ? {} : { targetHash }),
    ...(playlistId === null ? {} : { playlistId }),
    ...(durationSeconds === null ? {} : { durationSeconds }),
    ...(waiting === null ? {} : { waiting: { members: [...waiting.members], untilMs: waiting.untilMs } }),
    ...(breakTime ? { breakTime } : {}),
    ...(liveFromMs ? { liveFromMs } : {}),
    ...(actorId === null ? {} : { actorId }),
    ...(clientOperationId === null ? {} : { clientOperationId }),
    ...(previousPositionSeconds === null ? {} : { previousPositionSeconds }),
  };
}
