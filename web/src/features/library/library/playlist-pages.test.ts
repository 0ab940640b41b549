import type { Media, ServerMessage } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { makeRoomResources } from '../../../client/room/resources.ts';
import type { RoomConnection } from '../../../client/room/room.ts';
import { playlistOf, readMoreMedia } from './resources.ts';

const media = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({ id: `med_${from + index}`, version: 1 }) as Media);

test('[CS8] a page of a playlist that was left meanwhile is dropped', async () => {
  let arrive = (_answer: object) => {};
  const resources = makeRoomResources([], () => true);
  const call = () => new Promise<object>((resolve) => (arrive = resolve));
  const room = { roomId: 'room_1', api: { call }, resources } as unknown as RoomConnection;
  const look = (playlist_id: string) => {
    const source = playlistOf(playlist_id);
    const end = resources.observe(source);
    const playlistItems = {
      playlist_id,
      playlists: [],
      media: media(0, 100),
      deleted_ids: [],
      media_order: [],
      total: 120,
    };
    const change = { observe_id: source.id, version: 1, sequence: '0', snapshot: true, playlistItems };
    resources.read({ resourceChanged: change } as unknown as ServerMessage);
    return { source, end, loaded: () => resources.store(source).get()?.media.length };
  };
  const first = look('pl_1');
  const late = readMoreMedia(room, first.source);
  first.end();
  const second = look('pl_2');
  arrive({ media: media(100, 120) });
  await late;
  expect([first.loaded(), second.loaded()]).toEqual([undefined, 100]);
  const more = readMoreMedia(room, second.source);
  arrive({ media: media(100, 120) });
  await more;
  expect(second.loaded()).toBe(120);
});
