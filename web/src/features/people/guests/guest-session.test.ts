import { afterEach, expect, test, vi } from 'vitest';
import { makeGuestSession } from './guest-session.ts';

const answer = { roomId: 'room_1', guestId: 'gst_1', displayName: 'Fox', guestToken: 'token' };

afterEach(() => vi.unstubAllGlobals());

test('[WG1] a guest calls with the token of the invitation', async () => {
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(new Headers(init.headers).get('authorization'));
    return new Response('{}');
  });
  const guest = makeGuestSession('http://matinee.test', answer as never);
  expect(guest).toMatchObject({ roomId: 'room_1', guestId: 'gst_1', name: 'Fox' });
  await guest.api.call('RoomService.GetPlayback', { room_id: 'room_1' });
  expect(sent).toEqual(['Bearer token']);
});

test('[WG1] a guest whose token has ended is out, and no session of an account is touched', async () => {
  const kept = new Map([['matinee.session', '{"accessToken":"a","refreshToken":"b"}']]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('fetch', async () => new Response('{"code":"auth.invalid_token"}', { status: 401 }));
  const guest = makeGuestSession('http://matinee.test', answer as never);
  await expect(guest.api.call('RoomService.GetPlayback', { room_id: 'room_1' })).rejects.toThrow();
  expect(guest.api.tokens.get()).toBeUndefined();
  expect(kept.size).toBe(1);
});
