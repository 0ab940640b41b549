import { expect, test } from 'vitest';
import { Emitter } from './emitter.ts';
import { addFigures, exchangeFigures } from './figures.ts';

test('the figures of a page add up, and never tell of fewer peers than none', () => {
  const before = exchangeFigures.get();
  addFigures({ fromPeers: 5, peers: 1 });
  addFigures({ fromPeers: 2, fromOrigin: 11, toPeers: 3 });
  expect(exchangeFigures.get()).toEqual({
    fromPeers: before.fromPeers + 7,
    fromOrigin: before.fromOrigin + 11,
    toPeers: before.toPeers + 3,
    peers: before.peers + 1,
  });
  addFigures({ peers: -(before.peers + 5) });
  expect(exchangeFigures.get().peers).toBe(0);
});

class Peer extends Emitter {
  say(name: string, ...values: unknown[]): void {
    this.emit(name, ...values);
  }
}

test('a listener hears the events of its name with all their values, until it is taken off', () => {
  const peer = new Peer();
  const heard: unknown[] = [];
  const listener = (...values: unknown[]) => void heard.push(values);
  peer.on('data', listener);
  peer.on('data', listener);
  peer.say('data', 1, 2);
  peer.say('close');
  peer.off('data', listener);
  peer.off('never', listener);
  peer.say('data', 3);
  expect(heard).toEqual([[1, 2]]);
});

test('a listener that takes itself off while it is told takes nothing from the others', () => {
  const peer = new Peer();
  const heard: string[] = [];
  const once = () => {
    heard.push('first');
    peer.off('data', once);
  };
  peer.on('data', once);
  peer.on('data', () => void heard.push('second'));
  peer.say('data');
  peer.say('data');
  expect(heard).toEqual(['first', 'second', 'second']);
});
