import type { RoomSettingsChange, ServerMessage } from '@matinee/contract/gen/api.ts';
import { expect, test, vi } from 'vitest';
import type { Outgoing } from './connection.ts';
import { defineResource } from './resource.ts';
import { makeRoomResources } from './resources.ts';

const settings = defineResource({
  observe: 'roomSettings',
  changed: 'roomSettings',
  merge: (held: RoomSettingsChange | undefined, change) => ({ ...held, ...change }),
});
const playlist = (id: string) =>
  defineResource({
    observe: 'playlistItems',
    changed: 'playlistItems',
    merge: (held: number | undefined, { total }) => (held ?? 0) + total,
    query: { playlist_id: id },
    id: `playlistItems/${id}`,
  });

function makeWorld() {
  const sent: Outgoing[] = [];
  const resources = makeRoomResources([settings], (message) => sent.push(message) > 0);
  const say = (observe_id: string, more: object) =>
    resources.read({
      resourceChanged: { observe_id, version: 1, sequence: '0', snapshot: false, ...more },
    } as unknown as ServerMessage);
  return { resources, sent, say };
}

test('[CS1] what is observed for a while is asked for at once and after each connection, until it is ended', () => {
  const { resources, sent, say } = makeWorld();
  const end = resources.observe(playlist('pl_1'));
  say('playlistItems/pl_1', { version: 4, playlistItems: { total: 2 } });
  resources.onOpen();
  expect(sent.map(({ observeResource }) => observeResource)).toMatchObject([
    { observe_id: 'playlistItems/pl_1', playlistItems: { playlist_id: 'pl_1' } },
    { observe_id: 'roomSettings', roomSettings: {} },
    { observe_id: 'playlistItems/pl_1', version: 4 },
  ]);
  end();
  expect(sent.at(-1)).toEqual({ unobserveResource: { observe_id: 'playlistItems/pl_1' } });
  expect(resources.store(playlist('pl_1')).get()).toBeUndefined();
  say('playlistItems/pl_1', { version: 5, playlistItems: { total: 2 } });
  expect(resources.store(playlist('pl_1')).get()).toBeUndefined();
});

test('[CS7] changes are merged, and a refusal is kept until the server answers', () => {
  const { resources, say } = makeWorld();
  say('roomSettings', { roomSettings: { settings: { chat_enabled: true } } });
  say('roomSettings', { version: 2, roomSettings: { room: { id: 'room_1' } } });
  expect(resources.store(settings).get()).toEqual({ settings: { chat_enabled: true }, room: { id: 'room_1' } });
  const answer = (message: object) => resources.read(message as ServerMessage);
  answer({ resourceObserveError: { observe_id: 'roomSettings', code: 'call.missing_permission' } });
  expect(resources.refusal(settings).get()).toBe('call.missing_permission');
  answer({ resourceObserved: { observe_id: 'roomSettings', cursor: '1' } });
  expect(resources.refusal(settings).get()).toBeUndefined();
});

test('[CS8] reading on is done once at a time, and what was left meanwhile takes nothing', async () => {
  const { resources, say } = makeWorld();
  const one = playlist('pl_1');
  const add = vi.fn(async () => (held: number) => held + 10);
  await resources.extend(one, add);
  expect(add).not.toHaveBeenCalled();
  const end = resources.observe(one);
  say('playlistItems/pl_1', { playlistItems: { total: 2 } });
  await Promise.all([resources.extend(one, add), resources.extend(one, add)]);
  expect(add).toHaveBeenCalledTimes(1);
  expect(resources.store(one).get()).toBe(12);
  const late = resources.extend(one, add);
  end();
  await late;
  expect(resources.store(one).get()).toBeUndefined();
});
