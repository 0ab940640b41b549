import type { Row } from '@matinee/testkit/contract-table.ts';
import type { World } from '@matinee/testkit/world.ts';

const start = 'RoomService.StartRoomRecording';
const stop = 'RoomService.StopRoomRecording';
const file = 'RoomService.GetRoomRecordingFile';
const place = (w: World) => ({ media_id: w.kept.recordedPlace! });
const nothing = { media_id: `med_${'0'.repeat(26)}` };

export const recordingRows: Row[] = [
  {
    name: 'a live stream that can be recorded',
    as: 'owner',
    call: 'RoomService.AddMedia',
    request: { source: { rtmp: {} } },
    keep: { recordedPlace: 'media.id' },
    expect: { ok: {} },
  },
  {
    name: '[REC1] who added it starts a recording before it is on the air',
    as: 'owner',
    call: start,
    request: place,
    expect: { ok: { recording: { state: 'waiting' } } },
  },
  {
    name: '[REC1] starting it again changes nothing',
    as: 'admin',
    call: start,
    request: place,
    expect: { ok: { recording: { state: 'waiting' } } },
  },
  {
    name: '[REC2] everybody in the room can see that it is recorded, and who may record is told so',
    as: 'member',
    call: 'RoomService.GetRoomStreamInfo',
    request: place,
    expect: { ok: { recording: { state: 'waiting' }, may_record: false } },
  },
  {
    name: '[REC1] others start none',
    as: 'member',
    call: start,
    request: place,
    expect: { error: 'recordings.not_allowed' },
  },
  {
    name: '[REC1] nor do they stop any',
    as: 'member',
    call: stop,
    request: place,
    expect: { error: 'recordings.not_allowed' },
  },
  {
    name: 'strangers start none at all',
    as: 'stranger',
    call: start,
    request: place,
    expect: { error: 'call.not_a_member' },
  },
  { name: 'strangers stop none', as: 'stranger', call: stop, request: place, expect: { error: 'call.not_a_member' } },
  {
    name: '[REC1] a film is not recorded',
    as: 'owner',
    call: start,
    request: (w) => ({ media_id: w.media }),
    expect: { error: 'streams.not_a_stream' },
  },
  { name: 'nor is nothing', as: 'owner', call: start, request: nothing, expect: { error: 'library.media_not_found' } },
  { name: '[REC1] it is stopped before it has begun', as: 'owner', call: stop, request: place, expect: { ok: {} } },
  {
    name: '[REC1] what is not recorded cannot be stopped',
    as: 'owner',
    call: stop,
    request: place,
    expect: { error: 'recordings.not_recorded' },
  },
  {
    name: '[REC11] a stream has no file of a recording',
    as: 'owner',
    call: file,
    request: place,
    expect: { error: 'recordings.not_a_recording' },
  },
  {
    name: 'nothing has none either',
    as: 'owner',
    call: file,
    request: nothing,
    expect: { error: 'library.media_not_found' },
  },
  {
    name: 'strangers are told of no file',
    as: 'stranger',
    call: file,
    request: place,
    expect: { error: 'call.not_a_member' },
  },
  switchRecordings(false),
  {
    name: '[REC9] a server whose operator has switched it off records nothing',
    as: 'owner',
    call: start,
    request: place,
    expect: { error: 'recordings.switched_off' },
  },
  switchRecordings(true),
  {
    name: '[REC11] who recorded it learns where its file is',
    as: 'owner',
    call: file,
    request: async (w) => ({ media_id: await w.recorded(w.kept.recordedPlace!) }),
    expect: { ok: {} },
  },
  { name: '[REC11] and so does who may delete it', as: 'admin', call: file, request: place, expect: { ok: {} } },
  {
    name: '[REC11] others do not',
    as: 'member',
    call: file,
    request: place,
    expect: { error: 'recordings.not_yours' },
  },
];

function switchRecordings(recordings: boolean): Row {
  return {
    name: `recordings are ${recordings ? 'allowed' : 'switched off'} from here on`,
    as: 'root',
    call: 'AdminService.UpdateSettings',
    request: { settings: { rtmp: { recordings } }, updateMask: 'rtmp.recordings' },
    expect: { ok: {} },
  };
}
