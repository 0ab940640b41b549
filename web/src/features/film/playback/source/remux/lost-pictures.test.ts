import { expect, test } from 'vitest';
import { LossWatch, LostPictures } from './lost-pictures.ts';

const track = 0x100;

/** A packet of the track. `seconds`: a picture begins in it that is shown then. */
function packetOf(counter: number, seconds?: number): Uint8Array {
  const packet = new Uint8Array(188);
  const begins = seconds === undefined ? 0 : 0x40;
  packet.set([0x47, begins | (track >> 8), track & 0xff, 0x10 | (counter & 0x0f)]);
  if (seconds === undefined) return packet;
  const ticks = Math.round(seconds * 90_000) % 2 ** 33;
  const part = (from: number, size: number) => Math.floor(ticks / 2 ** from) % 2 ** size;
  packet.set([0, 0, 1, 0xe0, 0, 0, 0x80, 0x80, 5], 4);
  packet.set([0x21 | (part(30, 3) << 1), part(22, 8), 1 | (part(15, 7) << 1), part(7, 8), 1 | (part(0, 7) << 1)], 13);
  return packet;
}

/** Which of the times are those of lost pictures, after these packets have come. */
function lostOf(times: readonly number[], packets: readonly (Uint8Array | 'none')[]): number[] {
  const lost = new LostPictures();
  const watch = new LossWatch(lost);
  for (const packet of packets) {
    if (packet === 'none') watch.miss();
    else watch.take(packet, 0);
  }
  return times.filter((seconds) => lost.has(seconds));
}

test('[SY107] a picture of which packets are missing is lost, and no other', () => {
  const times = [1.4, 1.44, 30_000.08];
  const [one, two, three] = times as [number, number, number];
  const whole = [packetOf(14, one), packetOf(15), packetOf(0, two), packetOf(1), packetOf(2, three)];
  expect(lostOf(times, whole)).toEqual([]);
  // The same packet twice is no loss.
  expect(lostOf(times, [whole[0]!, whole[0]!, whole[1]!])).toEqual([]);
  expect(lostOf(times, [whole[0]!, ...whole.slice(2)])).toEqual([one]);
  expect(lostOf(times, [...whole, packetOf(5)])).toEqual([three]);
  expect(lostOf(times, [...whole.slice(0, 3), 'none', ...whole.slice(3)])).toEqual([two]);
});
