import type { RoomConnection } from '../../../client/room/room.ts';
import type { ChosenFile } from './choose-file.ts';
import { openCopy } from './copies.ts';
import { keepHandle } from './handles.ts';
import { readOwnCopy } from './read-file.ts';

/** Adds a film that each person in the room has on their own disk. @throws UnreadableFile, ApiError [WOC1] */
export async function addOwnCopy({ api, roomId }: RoomConnection, { file, handle }: ChosenFile): Promise<void> {
  const own_copy = await readOwnCopy(file);
  await api.call('RoomService.AddMedia', { room_id: roomId, name: '', source: { own_copy } });
  // The person who adds the file has it open already.
  if (handle) await keepHandle(own_copy, handle);
  openCopy(own_copy, file);
}
