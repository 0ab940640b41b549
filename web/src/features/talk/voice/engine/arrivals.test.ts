import type { VoiceParticipant } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { makeStore } from '../../../../client/store.ts';
import { type Arrival, arrivalsBetween, watchArrivals } from './arrivals.ts';
import type { CallState } from './call.ts';

const person = (name: string, connection = 'c'): VoiceParticipant => ({
  peer: `usr_${name}:${connection}`,
  principal_id: `usr_${name}`,
  username: name,
  display_name: name,
  guest: false,
  muted: false,
});

test('[WVO13] people come and go; their devices do not, and the first list tells nothing', () => {
  const said = (before: VoiceParticipant[] | undefined, after: VoiceParticipant[]) =>
    arrivalsBetween(before, after).map(({ what, name }) => `${name} ${what}`);
  expect(said(undefined, [person('anna')])).toEqual([]);
  expect(said([person('anna')], [person('anna'), person('ben')])).toEqual(['ben joined']);
  expect(said([person('anna'), person('ben')], [person('ben', 'phone'), person('cleo')])).toEqual([
    'cleo joined',
    'anna left',
  ]);
  expect(said([person('anna')], [person('anna'), person('anna', 'phone')])).toEqual([]);
});

test('[WVO13] it is told while this page is in voice, and so are its own coming and going', () => {
  const state = makeStore<CallState>({ is: 'idle' });
  const list = makeStore<readonly VoiceParticipant[] | undefined>([]);
  const told: Arrival['what'][] = [];
  const self = makeStore<string | undefined>('usr_self');
  const { last } = watchArrivals({ state, list, self, tell: (what) => told.push(what) });
  list.set([person('anna')]);
  expect(told).toEqual([]);
  state.set({ is: 'joining' });
  state.set({ is: 'in' });
  list.set([person('anna'), person('self')]);
  list.set([person('anna'), person('self'), person('ben')]);
  expect(last.get()).toEqual({ what: 'joined', principalId: 'usr_ben', name: 'ben' });
  // While this page has no connection, it cannot see who joins and leaves.
  state.set({ is: 'reconnecting' });
  list.set([person('anna')]);
  state.set({ is: 'in' });
  list.set([person('anna'), person('self')]);
  state.set({ is: 'idle' });
  expect(told).toEqual(['joined', 'joined', 'left']);
});
