import type { PlaybackMedia } from '@matinee/contract/gen/api.ts';
import { afterEach, expect, test } from 'vitest';
import type { RoomConnection } from '../../../client/room/room.ts';
import { makeStore } from '../../../client/store.ts';
import { exchangeChoice } from './choice.ts';
import { offerExchange } from './exchange.ts';

const delivery = { swarm_id: 'film', swarm_ticket: 'ticket', expires_at: '2026-01-01T00:00:00Z' };
const media = { format: 'hls', url: '/film.m3u8', p2p_delivery: delivery } as PlaybackMedia;
const roomOf = (visibility: string) =>
  ({ resources: { store: () => makeStore({ room: { visibility } }) } }) as unknown as RoomConnection;

const before = globalThis.RTCPeerConnection;
afterEach(() => {
  exchangeChoice.set('auto');
  globalThis.RTCPeerConnection = before;
});

test('[WSW2] without a choice films are exchanged in hidden rooms; a choice counts in all', () => {
  globalThis.RTCPeerConnection = class {} as never;
  const [hidden, open] = [roomOf('hidden'), roomOf('public')];
  expect(offerExchange(hidden, media)).toBeDefined();
  expect(offerExchange(open, media)).toBeUndefined();
  exchangeChoice.set('on');
  expect(offerExchange(open, media)).toBeDefined();
  exchangeChoice.set('off');
  expect(offerExchange(hidden, media)).toBeUndefined();
});

test('[WSW3] a film does not wait for the code, and needs neither a swarm nor a browser that could', async () => {
  expect(offerExchange(roomOf('hidden'), media)).toBeUndefined();
  globalThis.RTCPeerConnection = class {} as never;
  const { p2p_delivery: _, ...alone } = media;
  expect(offerExchange(roomOf('hidden'), alone as PlaybackMedia)).toBeUndefined();
  expect(offerExchange(roomOf('hidden'), media)!.start()).toBeUndefined();
});
