import type { ChannelGuide } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { channelOf } from './channel-of.ts';
import { makeGuideLoader } from './guide-loader.ts';
import { holdsForMs, programmesAt } from './programmes.ts';

const minute = 60_000;
const startMs = Date.UTC(2026, 10, 30, 20, 0);
const at = (minutes: number) => new Date(startMs + minutes * minute).toISOString();
const programme = (title: string, from: number, to: number) => ({
  ...{ title, subtitle: '' },
  ...{ starts_at: at(from), ends_at: at(to) },
});
const guide = (state: ChannelGuide['state'], ...programmes: ChannelGuide['programmes']): ChannelGuide => ({
  ...{ media_id: 'med_1', state, programmes },
});
const shown = guide('ready', programme('News', 0, 15), programme('Film', 15, 105), programme('Late', 120, 150));
const titlesAt = (minutes: number) => {
  const { now, next } = programmesAt(shown, startMs + minutes * minute);
  return [now?.title, ...next.map(({ title }) => title)];
};

test('[WCG1] what is on is what has begun and not ended', () => {
  expect(titlesAt(0)).toEqual(['News', 'Film', 'Late']);
  expect(titlesAt(14.9)).toEqual(['News', 'Film', 'Late']);
  expect(titlesAt(15)).toEqual(['Film', 'Late']);
  expect(titlesAt(110)).toEqual([undefined, 'Late']);
  expect(titlesAt(150)).toEqual([undefined]);
  expect(programmesAt(null, startMs)).toEqual({ now: undefined, next: [] });
});

test('[WCG1] what is shown is asked for again when it changes, and soon while the guide is being read', () => {
  const holds = (one: ChannelGuide | null | undefined, minutes = 0) => holdsForMs(one, startMs + minutes * minute);
  expect(holds(shown, 10)).toBe(5 * minute);
  expect(holds(shown, 110)).toBe(10 * minute);
  expect(holds(shown, 119)).toBe(minute);
  expect(holds(shown, 14.99)).toBe(5_000);
  expect(holds(guide('pending'))).toBe(2_000);
  expect(holds(guide('no_channel'))).toBe(10 * minute);
  expect(holds(null)).toBe(false);
  expect(holds(undefined)).toBe(false);
});

test('[WCG1] rows that ask together share a request, a hundred at a time', async () => {
  const asked: string[][] = [];
  let ask = () => {};
  const call = async (_: string, { media_ids }: { media_ids: readonly string[] }) => {
    asked.push([...media_ids]);
    return { channels: media_ids.filter((id) => id !== 'none').map((media_id) => ({ ...shown, media_id })) };
  };
  const loader = makeGuideLoader({ call: call as never }, 'room_1', (_, work) => {
    ask = work;
  });
  const ids = ['none', ...Array.from({ length: 120 }, (_, place) => `m${place}`), 'm7'];
  const all = ids.map((id) => loader.load(id));
  expect(asked).toEqual([]);
  ask();
  const guides = await Promise.all(all);
  expect(asked.map(({ length }) => length)).toEqual([100, 21]);
  expect(guides.map((one) => one?.media_id)).toEqual([undefined, ...ids.slice(1)]);
});

test('[WCG1] a request that fails fails for those who asked, and the next ones ask again', async () => {
  let ask = () => {};
  let fails = true;
  const call = async () => {
    if (fails) throw new Error('away');
    return { channels: [shown] };
  };
  const loader = makeGuideLoader({ call: call as never }, 'room_1', (_, work) => {
    ask = work;
  });
  const first = loader.load('med_1');
  ask();
  await expect(first).rejects.toThrow('away');
  fails = false;
  const second = loader.load('med_1');
  ask();
  expect(await second).toEqual(shown);
});

test('[WCG4] what a list tells of an item makes it a channel, if that is a picture or a guide', () => {
  const item = { logo: '', guide_id: 'one.tv', guide_name: 'ONE' };
  expect(channelOf(item, '')).toEqual({});
  expect(channelOf(item, 'https://a.test/g.xml')).toEqual({
    channel: { logo: '', guide_url: 'https://a.test/g.xml', guide_id: 'one.tv', guide_name: 'ONE' },
  });
  expect(channelOf({ ...item, logo: 'https://a.test/1.png' }, '').channel?.logo).toBe('https://a.test/1.png');
});
