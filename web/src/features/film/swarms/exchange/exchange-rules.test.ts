import { expect, test } from 'vitest';
import { exchangeRules, onSegmentError } from './exchange-rules.ts';
import { isOfOrigin } from './segment-check.ts';
import { isDropped } from './swarm.ts';

test('[WSW6] [WSW7] peers are checked, and nothing is loaded more than a minute ahead', () => {
  const { validateP2PSegment, httpDownloadTimeWindow, p2pDownloadTimeWindow } = exchangeRules;
  expect(validateP2PSegment).toBe(isOfOrigin);
  expect(Math.max(httpDownloadTimeWindow, p2pDownloadTimeWindow)).toBe(60);
});

test('[WSW6] who sent wrong bytes is dropped; who was slow is not', () => {
  const tell = (type: string, peerId: string | undefined) => onSegmentError({ error: { type }, peerId });
  tell('p2p-segment-validation-failed', 'usr_liar:con');
  tell('p2p-segment-validation-failed', undefined);
  tell('bytes-receiving-timeout', 'usr_slow:con');
  expect([isDropped('usr_liar:con_2'), isDropped('usr_slow:con')]).toEqual([true, false]);
});
