import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  RecordingFault,
  RecordingState,
  type StreamRecordingSchema,
} from '@matinee/contract/gen/service/client/recordings_pb.ts';
import type { ShownRecording } from './streams.store.ts';

const states: Readonly<Record<ShownRecording['state'], RecordingState>> = {
  waiting: RecordingState.WAITING,
  recording: RecordingState.RECORDING,
  stopping: RecordingState.SAVING,
  saving: RecordingState.SAVING,
  ended: RecordingState.ENDED,
};

const faults: Readonly<Record<NonNullable<ShownRecording['fault']>, RecordingFault>> = {
  room_full: RecordingFault.ROOM_FULL,
  disk: RecordingFault.DISK,
  too_long: RecordingFault.TOO_LONG,
  codec: RecordingFault.CODEC,
  switched_off: RecordingFault.SWITCHED_OFF,
  not_saved: RecordingFault.NOT_SAVED,
};

export function toRecording({
  state,
  started_at,
  fault,
}: ShownRecording): MessageInitShape<typeof StreamRecordingSchema> {
  return {
    state: states[state],
    ...(started_at === null ? {} : { startedAt: timestampFromDate(new Date(started_at)) }),
    ...(fault === null ? {} : { fault: faults[fault] }),
  };
}
