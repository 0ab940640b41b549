import type { Notification } from '@matinee/contract/gen/api.ts';
import { describe, expect, test } from 'vitest';
import { sayNotification } from './say-notification.ts';

/** Says an entry with the key of its text, and the names that the text gets. */
function said(entry: Partial<Notification>) {
  const t = (key: string, names: Record<string, unknown> = {}) =>
    [key, ...Object.entries(names).map(([name, value]) => `${name}=${value}`)].join(' ');
  const { Icon: _icon, ...view } = sayNotification({ id: 'ntf_1', place: 1, count: 1, ...entry } as never, t as never);
  return view;
}

const actor = { user_id: 'usr_1', username: 'anna', display_name: 'Anna' };
const room = { room_id: 'room_1', name: 'Kino' };

describe('[WNT3] what leads to a room', () => {
  test('names who added the reader, where somebody did', () => {
    expect(said({ room, actor, room_added: {} as never })).toEqual({
      sentence: 'added.by who=Anna room=Kino count=1',
      href: '/r/room_1',
    });
    expect(said({ room, room_added: {} as never }).sentence).toMatch(/^added\.plain who=somebody /);
  });

  test('shows what somebody wrote who wants to join, and nothing of several', () => {
    const request = { room, actor, join_request_arrived: { note: 'let me in' } as never };
    expect(said(request)).toMatchObject({ detail: 'let me in', href: '/r/room_1', hash: 'requests' });
    const many = said({ ...request, count: 2 });
    expect(many).toEqual({ sentence: 'request who=Anna room=Kino count=2', href: '/r/room_1', hash: 'requests' });
  });

  test.each([
    ['mention', false],
    ['reply', true],
  ])('is a %s', (key, is_reply) => {
    expect(said({ room, actor, mention: { is_reply } as never })).toMatchObject({
      sentence: expect.stringMatching(new RegExp(`^${key} who=Anna`)),
      href: '/r/room_1',
    });
  });

  test('is another role', () => {
    expect(said({ room, role_changed: { role: 'admin' } as never })).toMatchObject({
      sentence: expect.stringMatching(/^role\.admin /),
      href: '/r/room_1',
    });
  });
});

describe('[WNT3] a decision', () => {
  test('about joining leads to the room either way, with the reason', () => {
    const decided = (approved: boolean) => said({ room, join_decided: { approved, reason: 'it is full' } as never });
    expect(decided(true)).toMatchObject({ sentence: expect.stringMatching(/^joined\.approved /), href: '/r/room_1' });
    expect(decided(false)).toMatchObject({
      sentence: expect.stringMatching(/^joined\.rejected /),
      detail: 'it is full',
      href: '/r/room_1',
    });
  });

  test('about a new room leads to it only if it was made, and names it as it was asked for', () => {
    const decided = (approved: boolean) =>
      said({ room, room_creation_decided: { approved, reason: '', name: 'Attic' } as never });
    expect(decided(true)).toMatchObject({
      sentence: expect.stringMatching(/^created\.approved .*room=Attic/),
      href: '/r/room_1',
    });
    expect(decided(false)).not.toHaveProperty('href');
  });

  test('about a report says how it ended, and leads nowhere', () => {
    expect(said({ room, report_decided: { status: 'resolved' } as never })).toEqual({
      sentence: 'reportDecided.resolved who=somebody room=Kino count=1',
    });
  });
});

describe('[WNT3] what administrators are told', () => {
  test('of a report leads to the reports of the room, or of the server', () => {
    expect(said({ room, report_arrived: {} as never })).toMatchObject({
      sentence: expect.stringMatching(/^report\.room /),
      href: '/r/room_1',
      hash: 'reports',
    });
    expect(said({ report_arrived: {} as never })).toEqual({
      sentence: 'report.platform who=somebody room= count=1',
      href: '/admin/reports',
    });
  });

  test('of a room that waits leads to where it is decided', () => {
    expect(said({ actor, room_creation_arrived: { name: 'Attic' } as never })).toEqual({
      sentence: 'roomWaits who=Anna room=Attic count=1',
      href: '/admin/room-creations',
    });
  });
});

test('[WNT3] whoever was removed is told why, and led nowhere', () => {
  expect(said({ room, removed_from_room: { kind: 'kicked', reason: 'spam' } as never })).toEqual({
    sentence: 'removed.kicked who=somebody room=Kino count=1',
    detail: 'spam',
  });
});

describe('[WNT5] an announcement', () => {
  const announced = (link: string) => said({ announcement: { title: 'New films', text: 'on Friday', link } as never });

  test('leads to its page', () => {
    expect(announced('https://example.org/a')).toEqual({
      ...{ sentence: 'New films', detail: 'on Friday', href: 'https://example.org/a' },
    });
  });

  test.each(['', 'javascript:alert(1)', 'data:text/html,x', '/admin', ' https://example.org', 'ftp://example.org'])(
    'leads nowhere by %j, which is no address of a page',
    (link) => expect(announced(link)).not.toHaveProperty('href'),
  );
});

test('[WNT3] an entry of a kind that this page does not know yet says so', () => {
  expect(said({})).toEqual({ sentence: 'unknown' });
});
