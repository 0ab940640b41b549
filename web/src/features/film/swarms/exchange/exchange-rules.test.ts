import { expect, test } from 'vitest';
import { askForWhole, exchangeRules, makeBegunCheck, makeSenders } from './exchange-rules.ts';
import { isOfOrigin } from './segment-check.ts';
import { isDropped } from './swarm.ts';

test('[WSW6] [WSW7] peers are checked, and nothing is loaded more than a minute ahead', () => {
  const { validateP2PSegment, httpDownloadTimeWindow, p2pDownloadTimeWindow } = exchangeRules;
  expect(validateP2PSegment).toBe(isOfOrigin);
  expect(Math.max(httpDownloadTimeWindow, p2pDownloadTimeWindow)).toBe(60);
});

const segmentOf = (url: string, start?: number) => ({
  url,
  byteRange: start === undefined ? undefined : { start, end: start + 9 },
});

test('[WSW6] who sent wrong bytes is dropped; who was slow is not', () => {
  const { onSegmentError } = makeSenders();
  const tell = (type: string, peerId: string | undefined) =>
    onSegmentError({ error: { type }, segment: segmentOf('1.ts'), peerId });
  tell('p2p-segment-validation-failed', 'usr_liar:con');
  tell('p2p-segment-validation-failed', undefined);
  tell('bytes-receiving-timeout', 'usr_slow:con');
  expect([isDropped('usr_liar:con_2'), isDropped('usr_slow:con')]).toEqual([true, false]);
});

test('[WSW6] who ended what others had sent is not blamed for it', () => {
  const senders = makeSenders();
  const ask = (person: string, start?: number) => {
    const peerId = `usr_${person}:con`;
    senders.onSegmentStart({ segment: segmentOf('film', start), downloadSource: 'p2p', peerId });
    return peerId;
  };
  const send = (person: string, start?: number) => senders.onChunkDownloaded(9, 'p2p', ask(person, start));
  const fail = (peerId: string, start?: number) =>
    senders.onSegmentError({
      error: { type: 'p2p-segment-validation-failed' },
      segment: segmentOf('film', start),
      peerId,
    });
  const isOut = (person: string) => isDropped(`usr_${person}:con`);
  send('first');
  send('last');
  fail('usr_last:con');
  expect([isOut('first'), isOut('last')]).toEqual([false, false]);
  // The sender of everything never said that it was complete, so another one was asked for nothing more.
  send('all');
  fail(ask('none'));
  expect([isOut('all'), isOut('none')]).toEqual([true, false]);
  // Other segments of the same file count apart, and so does the same one after it was loaded.
  send('kind', 10);
  senders.onSegmentLoaded({ downloadSource: 'p2p', peerId: 'usr_kind:con' });
  send('kind', 20);
  send('forger', 10);
  fail('usr_forger:con', 10);
  expect([isOut('kind'), isOut('forger')]).toEqual([false, true]);
});

test('[WSW6] the origin is asked for all of a segment, whatever a peer has sent of it', async () => {
  const { signal } = new AbortController();
  const whole = await askForWhole('https://films.test/1.ts', undefined, signal);
  expect([whole.url, whole.headers.get('range')]).toEqual(['https://films.test/1.ts', null]);
  const part = await askForWhole('https://films.test/film.mp4', { start: 100, end: 199 }, signal);
  expect(part.headers.get('range')).toBe('bytes=100-199');
});

test('[WSW6] a segment that a peer began is looked at, also where the origin is said to have ended it', async () => {
  const looked: string[] = [];
  const begun = makeBegunCheck(async (url) => {
    looked.push(url);
    return false;
  });
  begun.onSegmentStart({ segment: { url: 'one' }, downloadSource: 'p2p' });
  begun.onSegmentStart({ segment: { url: 'two' }, downloadSource: 'http' });
  const data = new ArrayBuffer(8);
  expect([await begun.isGood('one', undefined, data), await begun.isGood('two', undefined, data)]).toEqual([
    false,
    true,
  ]);
  expect(looked).toEqual(['one']);
});
