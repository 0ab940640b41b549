import type { RoomConnection } from '../../../client/room/room.ts';
import { limitedMeans } from '../../shared/uploads/means.port.ts';
import { measureInPage } from './sending/checks.ts';
import { type FilesDraft, makeFilesDraft } from './sending/files-draft.ts';
import { makeSlots } from './sending/slots.ts';
import { unsentFiles } from './unsent-files.ts';

/** The number of files that upload at once. */
const mostAtOnce = 3;

const drafts = new WeakMap<RoomConnection, FilesDraft>();

/** The files for the next message of a room, as long as the room is open. */
export function filesDraftOf(room: RoomConnection): FilesDraft {
  const draft = drafts.get(room) ?? makeDraft(room);
  drafts.set(room, draft);
  return draft;
}

function makeDraft(room: RoomConnection): FilesDraft {
  const { api, roomId: room_id } = room;
  const kept = unsentFiles(room);
  const slots = makeSlots(mostAtOnce);
  const draft = makeFilesDraft(
    {
      callsFor: (voice) => ({
        create: (fields) =>
          api.call('RoomService.CreateChatAttachmentUploadSession', {
            ...{ room_id, ...fields },
            ...(voice ? { duration_seconds: voice.durationSeconds, waveform: voice.waveform } : {}),
          }),
        complete: (request) => api.call('RoomService.CompleteChatAttachmentUploadSession', request),
      }),
      slots,
      means: limitedMeans(),
      show: (file) => URL.createObjectURL(file),
      hide: (url) => URL.revokeObjectURL(url),
    },
    measureInPage,
    kept,
  );
  void kept.listFree().then(draft.restore);
  return draft;
}
