import { expect, test } from 'vitest';
import { eveningSettings } from './evenings.ts';
import { presetOf } from './presets.ts';

test('[WR29] on the sofa everybody has the remote, else the hosts have it', () => {
  expect(presetOf(eveningSettings('sofa'))).toBe('everyone');
  for (const evening of ['cinema', 'party', 'class'] as const) expect(presetOf(eveningSettings(evening))).toBe('hosts');
});

test('[WR29] a party votes to go on, and a class waits for everybody', () => {
  expect(eveningSettings('party').skip_vote_percent).toBe(50);
  expect(eveningSettings('class')).toMatchObject({ wait_quorum_percent: 100 });
  expect(eveningSettings('cinema').skip_vote_percent).toBeUndefined();
});
