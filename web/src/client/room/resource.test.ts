import type { ResourceChanged, RoomMembersChange } from '@matinee/contract/gen/api.ts';
import { describe, expect, test } from 'vitest';
import { decodeFrame, encodeFrame } from './frames.ts';
import { defineResource, putAll } from './resource.ts';

const item = (id: string, version = 1) => ({ id, version });
const shown = (items: readonly { id: string; version: number }[]) => items.map(({ id, version }) => `${id}${version}`);

describe('[CS7] a list after changes', () => {
  const list = [item('a', 2), item('b', 2)];

  test('has what changed in its old place, and what is new at the end', () => {
    expect(shown(putAll(list, [item('c'), item('a', 3)]))).toEqual(['a3', 'b2', 'c1']);
  });

  test('keeps what is newer than the change, and takes what is as new', () => {
    const same = { ...item('b', 2), isChanged: true };
    expect(putAll(list, [item('a', 1), same])).toEqual([item('a', 2), same]);
  });

  test('knows its items by what it is told to', () => {
    const member = (user_id: string, version: number) => ({ user_id, version });
    const members = putAll([member('ada', 1)], [member('ada', 2)], ({ user_id }) => user_id);
    expect(members).toEqual([member('ada', 2)]);
  });

  test('is another list: what was held before is not written to', () => {
    putAll(list, [item('a', 9)]);
    expect(shown(list)).toEqual(['a2', 'b2']);
  });
});

describe('a resource', () => {
  const change = (more: Partial<ResourceChanged>) => ({ snapshot: false, ...more }) as ResourceChanged;

  test('is observed under its own name, and resumed by its version, unless told otherwise', () => {
    expect(defineResource({ observe: 'chatEvents', changed: 'chatEvent' })).toMatchObject({
      id: 'chatEvents',
      query: { chatEvents: {} },
      resume: 'version',
    });
    const query = { playlist_id: 'pl_1' };
    const parts = { observe: 'playlistItems', changed: 'playlistItems', id: 'own', query, resume: 'sequence' } as const;
    expect(defineResource(parts)).toMatchObject({ id: 'own', query: { playlistItems: query }, resume: 'sequence' });
  });

  test('[CS7] without a way to merge is what the last change says, and a change of another one is none', () => {
    const resource = defineResource({ observe: 'roomMembers', changed: 'roomMembers' });
    const members: RoomMembersChange = { kind: 'changed', members: [], total: 2 };
    expect(resource.merge(undefined, change({ roomMembers: members }))).toBe(members);
    expect(resource.merge(members, change({}))).toBe(members);
  });

  test('[CS7] is told whether a change is a snapshot', () => {
    const counting = defineResource({
      observe: 'roomMembers',
      changed: 'roomMembers',
      merge: (held: number | undefined, { total }, isSnapshot) => (isSnapshot ? total : (held ?? 0) + total),
    });
    const roomMembers: RoomMembersChange = { kind: 'changed', members: [], total: 2 };
    expect(counting.merge(5, change({ roomMembers }))).toBe(7);
    expect(counting.merge(5, change({ roomMembers, snapshot: true }))).toBe(2);
  });
});

test('frames are binary, and bytes that are no message are an error', () => {
  expect([...encodeFrame({})]).toEqual([]);
  expect(encodeFrame({ heartbeat: {} }).length).toBeGreaterThan(0);
  expect(() => encodeFrame({ heartbeet: {} } as never)).toThrow(/heartbeet/);
  expect(() => decodeFrame(Uint8Array.of(0xff, 0xff, 0xff).buffer)).toThrow();
});
