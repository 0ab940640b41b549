import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { handleMember } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { type DownloadParts, makeDownloadService } from './downloads.service.ts';
import { personalData } from './personal-data.ts';
import { type RecordingRouteParts, recordingRoute } from './recordings.routes.ts';
import { makeRecordingService, type RecordingServiceParts } from './recordings.service.ts';
import { makeSaving, type SavingParts } from './saving.service.ts';
import { OwnRecordings, type OwnRecordingsParts } from './taking/own-recordings.ts';

interface Parts
  extends Omit<RecordingServiceParts, 'onChanged'>,
    SavingParts,
    Omit<OwnRecordingsParts, 'saving' | 'files'>,
    RecordingRouteParts,
    DownloadParts {
  readonly files: SavingParts['files'] & OwnRecordingsParts['files'] & RecordingRouteParts['files'];
  readonly metrics: {
    counter(name: string, help: string, read: () => number): void;
    gauge(name: string, help: string, read: () => number): void;
  };
}

/** How often a process checks which of its streams to record, in milliseconds. */
const beatEveryMs = 1_000;
/** How often it checks for recordings of dead processes, and the limits, in milliseconds. */
const lookEveryMs = 5_000;

/** The process that receives a live stream records it; recordings become items of the room. */
export function recordingsFeature(parts: Parts): Feature {
  const { clock, metrics } = parts;
  const own = new OwnRecordings({ ...parts, saving: makeSaving(parts) });
  const service = makeRecordingService({ ...parts, onChanged: () => own.beat() });
  metrics.gauge('matinee_stream_recordings', 'Live streams that this process records now.', () => own.count);
  metrics.counter('matinee_stream_recording_bytes_total', 'Bytes that were recorded of live streams.', () => own.bytes);
  let ends: (() => void)[] = [];
  return {
    name: 'recordings',
    personalData,
    tables: ['recordings'],
    reads: ['live_streams'],
    bindings: [
      handleMember(RoomService.method.startRoomRecording, service.start),
      handleMember(RoomService.method.stopRoomRecording, service.stop),
      handleMember(RoomService.method.getRoomRecordingFile, makeDownloadService(parts).find),
    ],
    byteRoutes: [recordingRoute(parts)],
    parts: [
      {
        name: 'recordings of live streams',
        start: async () => {
          ends = [clock.every(beatEveryMs, () => own.beat()), clock.every(lookEveryMs, () => own.look())];
          own.look();
        },
        stop: async () => {
          for (const end of ends) end();
          await own.stop();
        },
      },
    ],
  };
}
