import type { Media, ObserveResource, RoomMember, ServerMessage } from '@matinee/contract/gen/api.ts';
import { expect, test, vi } from 'vitest';
import type { Api } from '../calls/api.ts';
import { makeRoomCache } from './room-cache.ts';
import { makeRoomPages } from './room-pages.ts';

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
const members = (from: number, to: number) =>
  range(from, to).map((number) => ({ user_id: `usr_${number}`, version: 1 }) as RoomMember);
const media = (from: number, to: number) =>
  range(from, to).map((number) => ({ id: `med_${number}`, version: 1 }) as Media);

function makeWorld(answer: (request: { page: number }) => object) {
  const cache = makeRoomCache();
  const call = vi.fn(async (_method: string, request: { page: number }) => answer(request));
  const say = (observe_id: string, resource: object) =>
    cache.read({
      resourceChanged: { observe_id, version: 1, sequence: '0', snapshot: true, ...resource },
    } as unknown as ServerMessage);
  return { cache, call, say, pages: makeRoomPages({ call } as unknown as Api, 'room_1', cache) };
}

test('[CS8] members are read page by page, twice at once only once, and again from the first after the last', async () => {
  const world = makeWorld(({ page }) => ({
    members: members((page - 1) * 100, Math.min(page * 100, 250)),
    total: 250,
  }));
  world.say('roomMembers', { roomMembers: { kind: 'changed', members: members(0, 100), total: 250 } });
  await Promise.all([world.pages.moreMembers(), world.pages.moreMembers()]);
  expect(world.cache.stores.roomMembers.get()?.members).toHaveLength(200);
  await world.pages.moreMembers();
  expect(world.cache.stores.roomMembers.get()?.members).toHaveLength(250);
  await world.pages.moreMembers();
  expect(world.call.mock.calls.map(([, { page }]) => page)).toEqual([2, 3, 1]);
});

test('[CS8] a page of a playlist that was left meanwhile is dropped', async () => {
  let arrive = (_answer: object) => {};
  const world = makeWorld(() => new Promise<object>((resolve) => (arrive = resolve)));
  const look = (id: string) => {
    const observation = world.cache.open(id) as ObserveResource;
    expect(observation.playlistItems).toEqual({ playlist_id: id });
    const change = {
      playlist_id: id,
      playlists: [],
      media: media(0, 100),
      deleted_ids: [],
      media_order: [],
      total: 120,
    };
    world.say('openPlaylist', { playlistItems: change });
  };
  look('pl_1');
  const late = world.pages.moreMedia('openPlaylist');
  look('pl_2');
  arrive({ media: media(100, 120) });
  await late;
  expect(world.cache.stores.openPlaylist.get()?.media).toHaveLength(100);
  const more = world.pages.moreMedia('openPlaylist');
  arrive({ media: media(100, 120) });
  await more;
  expect(world.cache.stores.openPlaylist.get()?.media).toHaveLength(120);
  world.cache.open(undefined);
  expect(world.cache.observations().some(({ observe_id }) => observe_id === 'openPlaylist')).toBe(false);
});
