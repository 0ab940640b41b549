import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import { makeLog } from '../../kernel/log.ts';
import { BusEnd, MemoryBus } from '../memory-bus.fixture.ts';
import { Replicas, type Topic } from './replicas.ts';

const log = makeLog('silent');

/** A bus with a clock, and replicas on it that record received messages. */
function makeBus() {
  const clock = new FakeClock();
  const bus = new MemoryBus();
  function start(replicaId: string, end = new BusEnd(bus)) {
    const heard: string[] = [];
    let repeats = 0;
    const replicas = new Replicas({ bus: end, replicaId, clock, log });
    const topic: Topic = {
      topic: 'names',
      hear: (replica, body) => {
        if (body === 'unreadable') throw new Error('cannot be understood');
        heard.push(`${replica} told ${body}`);
      },
      tellAll: () => {
        repeats += 1;
        replicas.tell('names', `all of ${replicaId}`);
      },
      forget: (replica) => heard.push(`${replica} forgotten`),
    };
    replicas.add(topic);
    replicas.start();
    return { replicas, heard, end, repeats: () => repeats };
  }
  return { clock, bus, start };
}

test('[RT31] replicas that start find each other, and each hears all that the other has', () => {
  const { clock, start } = makeBus();
  const [a, b] = [start('a'), start('b')];
  clock.advance(2_000);
  expect([a.replicas.count, b.replicas.count]).toEqual([2, 2]);
  expect([a.heard[0], b.heard[0]]).toEqual(['b told all of b', 'a told all of a']);
});

test('[RT31] a replica that is alone tells nobody', () => {
  const { clock, bus, start } = makeBus();
  const a = start('a');
  clock.advance(30_000);
  a.replicas.tell('names', 'x');
  expect(a.replicas.count).toBe(1);
  expect(bus.told.filter((message) => message.includes('told'))).toEqual([]);
});

test('[RT31] what is told is heard by the others, under its topic, and not by the teller', () => {
  const { clock, start } = makeBus();
  const [a, b] = [start('a'), start('b')];
  clock.advance(2_000);
  for (const one of [a, b]) one.heard.length = 0;
  a.replicas.tell('names', 'x');
  a.replicas.tell('something newer', 'y');
  expect([a.heard, b.heard]).toEqual([[], ['a told x']]);
});

test('[RT31] a replica that leaves is forgotten at once, and one that is silent after 5 s', () => {
  const { clock, start } = makeBus();
  const [a, b, c] = [start('a'), start('b'), start('c')];
  clock.advance(2_000);
  b.replicas.stop();
  expect(a.heard.at(-1)).toBe('b forgotten');
  expect(a.replicas.count).toBe(2);
  c.end.isCutOff = true;
  clock.advance(4_500);
  expect(a.replicas.count).toBe(2);
  clock.advance(3_500);
  expect(a.heard.at(-1)).toBe('c forgotten');
  expect(a.replicas.count).toBe(1);
});

test('[RT31] a replica is forgotten once, and is new when it is heard again', () => {
  const { clock, start } = makeBus();
  const [a, b] = [start('a'), start('b')];
  clock.advance(2_000);
  b.end.isCutOff = true;
  clock.advance(30_000);
  expect(a.heard.filter((said) => said === 'b forgotten')).toHaveLength(1);
  b.end.isCutOff = false;
  a.heard.length = 0;
  clock.advance(3_000);
  expect(a.replicas.count).toBe(2);
  expect(a.heard).toContain('b told all of b');
});

test('[RT31] while the bus is away nobody is forgotten, and all is told again when it is back', () => {
  const { clock, bus, start } = makeBus();
  const [a, b] = [start('a'), start('b')];
  clock.advance(2_000);
  bus.isLossy = true;
  clock.advance(60_000);
  for (const one of [a, b]) one.heard.length = 0;
  bus.isLossy = false;
  clock.advance(600);
  expect([a.replicas.count, b.replicas.count]).toEqual([2, 2]);
  expect(a.heard).toContain('b told all of b');
  expect([...a.heard, ...b.heard].filter((said) => said.includes('forgotten'))).toEqual([]);
});

test('[RT31] each replica repeats what it knows every 10 s', () => {
  const { clock, start } = makeBus();
  const [a, b] = [start('a'), start('b')];
  clock.advance(5_000);
  for (const one of [a, b]) one.heard.length = 0;
  clock.advance(60_000);
  expect(a.heard).toEqual(Array(6).fill('b told all of b'));
});

test('[RT31] replicas that ask at the same time are answered together', () => {
  const { clock, start } = makeBus();
  const a = start('a');
  clock.advance(5_000);
  const before = a.repeats();
  for (const name of ['b', 'c', 'd', 'e']) start(name);
  clock.advance(100);
  expect(a.repeats() - before).toBeLessThanOrEqual(2);
  expect(a.repeats() - before).toBeGreaterThan(0);
});

test('[RT31] a message that cannot be read disturbs nobody', () => {
  const { clock, bus, start } = makeBus();
  const [a, b] = [start('a'), start('b')];
  clock.advance(2_000);
  bus.publish('realtime.replicas', 'no JSON');
  a.replicas.tell('names', 'unreadable');
  a.replicas.tell('names', 'x');
  expect(b.heard.at(-1)).toBe('a told x');
});

test('[RT26] a replica that has stopped hears nothing and says nothing', () => {
  const { clock, bus, start } = makeBus();
  const [a, b] = [start('a'), start('b')];
  clock.advance(2_000);
  b.replicas.stop();
  b.heard.length = 0;
  const said = bus.told.length;
  a.replicas.tell('names', 'x');
  clock.advance(60_000);
  expect(b.heard).toEqual([]);
  expect(bus.told.slice(said).filter((message) => message.includes('"replica":"b"'))).toEqual([]);
});
