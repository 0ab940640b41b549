import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DataPeer } from '../exchange/data-peer.ts';
import { type Described, dropPerson, nameSwarm, type StreamHearer, type Swarm } from '../exchange/swarm.ts';
import TrackerClient from './bittorrent-tracker.ts';

/** A connection without a network. It makes descriptions, and records those that it gets. */
class FakeConnection extends EventTarget {
  static readonly all: FakeConnection[] = [];
  readonly iceGatheringState = 'complete';
  connectionState = 'new';
  localDescription: RTCSessionDescriptionInit | undefined;
  remoteDescription: RTCSessionDescriptionInit | undefined;

  constructor() {
    super();
    FakeConnection.all.push(this);
  }
  createDataChannel(): EventTarget {
    return Object.assign(new EventTarget(), { readyState: 'connecting' });
  }
  async setLocalDescription(): Promise<void> {
    const type = this.remoteDescription ? 'answer' : 'offer';
    this.localDescription = { type, sdp: `${type} ${FakeConnection.all.indexOf(this)}` };
  }
  async setRemoteDescription(description: RTCSessionDescriptionInit): Promise<void> {
    this.remoteDescription = description;
  }
  close(): void {
    this.connectionState = 'closed';
  }
}

const infoHash = new TextEncoder().encode('stream');
const before = globalThis.RTCPeerConnection;
beforeEach(() => {
  vi.useFakeTimers();
  FakeConnection.all.length = 0;
  globalThis.RTCPeerConnection = FakeConnection as never;
});
afterEach(() => {
  globalThis.RTCPeerConnection = before;
  vi.useRealTimers();
});

/** A page of a swarm. The test carries its signals. */
function makePage(address: string) {
  const told: Described[] = [];
  let hearer: StreamHearer | undefined;
  let asked = 0;
  const swarm: Swarm = {
    address: () => address,
    configuration: async () => ({}),
    open: (stream, given) => {
      expect(stream).toBe('stream');
      hearer = given;
      return {
        ask: () => {
          asked += 1;
        },
        tell: (signal) => void told.push(signal),
        leave: () => {
          hearer = undefined;
        },
      };
    },
  };
  const { name, end } = nameSwarm(swarm);
  const client = new TrackerClient({ infoHash, announce: [name] });
  const peers: DataPeer[] = [];
  client.on('peer', (peer: DataPeer) => void peers.push(peer));
  client.start();
  return { client, peers, told, end, hearer: () => hearer, asked: () => asked };
}
const settle = () => vi.advanceTimersByTimeAsync(0);
const offer = (peer: string) => ({ peer, description: { type: 'offer' as const, sdp: 'theirs' } });

test('[WSW1] whoever is there gets an offer, and whoever makes one an answer', async () => {
  const page = makePage('usr_b:con');
  expect(page.asked()).toBe(1);
  page.hearer()!.peers(['usr_c:con']);
  await settle();
  expect(page.told).toEqual([{ peer: 'usr_c:con', description: { type: 'offer', sdp: 'offer 0' } }]);
  page.hearer()!.described(offer('usr_d:con'));
  await settle();
  expect(page.told.at(-1)).toEqual({ peer: 'usr_d:con', description: { type: 'answer', sdp: 'answer 1' } });
  expect(page.peers).toHaveLength(2);
  expect(Buffer.from(page.peers[1]!.id, 'hex').toString()).toBe('usr_d:con');
  page.client.destroy();
  expect(FakeConnection.all.map(({ connectionState }) => connectionState)).toEqual(['closed', 'closed']);
  expect(page.hearer()).toBeUndefined();
  page.end();
});

test('[WSW5] where both make an offer, that of the smaller address counts', async () => {
  for (const [own, counts] of [
    ['usr_a:con', 'own'],
    ['usr_z:con', 'theirs'],
  ]) {
    const page = makePage(own!);
    page.hearer()!.peers(['usr_m:con']);
    await settle();
    page.hearer()!.described(offer('usr_m:con'));
    await settle();
    expect(page.told.map(({ description }) => description.type)).toEqual(
      counts === 'own' ? ['offer'] : ['offer', 'answer'],
    );
    page.client.destroy();
    page.end();
  }
});

test('[WSW5] nobody is connected twice, and with 12 no more', async () => {
  const page = makePage('usr_b:con');
  const others = Array.from({ length: 16 }, (_, i) => `usr_c${i}:con`);
  page.hearer()!.peers(others.slice(0, 8));
  page.hearer()!.peers(others.slice(0, 8));
  await settle();
  expect(page.peers).toHaveLength(8);
  page.hearer()!.peers(others.slice(8));
  await settle();
  expect(page.peers).toHaveLength(12);
  page.hearer()!.described(offer('usr_late:con'));
  await settle();
  expect(page.peers).toHaveLength(12);
  page.client.destroy();
  page.end();
});

test('[WSW6] whoever has sent wrong bytes is not connected again, by whatever connection', async () => {
  const page = makePage('usr_b:con');
  dropPerson('usr_liar:con_1');
  page.hearer()!.peers(['usr_liar:con_1', 'usr_c:con']);
  page.hearer()!.described(offer('usr_liar:con_2'));
  await settle();
  expect(page.told.map(({ peer }) => peer)).toEqual(['usr_c:con']);
  page.client.destroy();
  page.end();
});
