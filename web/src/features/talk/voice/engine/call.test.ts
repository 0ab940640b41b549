import type { VoiceParticipant, WebRTCSignal } from '@matinee/contract/gen/api.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../client/calls/api-error.ts';
import type { RoomCommand } from '../../../../client/room/commands.ts';
import type { ConnectionState } from '../../../../client/room/connection.ts';
import { makeStore } from '../../../../client/store.ts';
import { Call, type CallParts } from './call.ts';
import type { Mesh, MeshParts } from './mesh.ts';
import type { Microphone, MicrophoneState } from './microphone.ts';
import type { WayState } from './recovery.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const error = (code: string, status = 409) => new ApiError({ status, code, message: code, requestId: '' });

/** A command that waits for the test's answer. */
interface Sent {
  readonly command: RoomCommand;
  readonly done: () => Promise<void>;
  readonly fail: (code: string, status?: number) => Promise<void>;
}

/** A microphone whose permission the test grants. */
function makeFakeMicrophone() {
  const state = makeStore<MicrophoneState>({ is: 'asking' });
  const track = makeStore<MediaStreamTrack | null>(null);
  const seen = { opened: 0, isClosed: false, isLetThrough: true };
  const microphone: Microphone = {
    state,
    track,
    open: async () => {
      seen.opened += 1;
    },
    letThrough: (isOn) => {
      seen.isLetThrough = isOn;
    },
    level: () => 0,
    close: () => {
      seen.isClosed = true;
    },
  };
  return { microphone, state, track, seen };
}

type FakeMesh = Mesh & {
  self: string;
  peers: string[];
  read(signal: WebRTCSignal): void;
  heard: string[];
  isClosed: boolean;
};

function makeWorld() {
  const address = makeStore<string | undefined>('usr_me:c1');
  const connection = makeStore<ConnectionState>({ state: 'open', way: 'socket' });
  const list = makeStore<readonly VoiceParticipant[] | undefined>([]);
  const sent: Sent[] = [];
  const microphones: ReturnType<typeof makeFakeMicrophone>[] = [];
  const meshes: FakeMesh[] = [];
  let hear: (signal: WebRTCSignal) => void = () => {};

  const command = (asked: RoomCommand) =>
    new Promise<void>((resolve, reject) => {
      const settled = async (settle: () => void) => {
        settle();
        await vi.advanceTimersByTimeAsync(0);
      };
      sent.push({
        command: asked,
        done: () => settled(resolve),
        fail: (code, status) => settled(() => reject(error(code, status))),
      });
    });

  function makeMesh({ self }: Omit<MeshParts, 'makeConnection'>): Mesh {
    const mesh: FakeMesh = {
      self,
      peers: [],
      heard: [],
      isClosed: false,
      ways: makeStore<ReadonlyMap<string, WayState>>(new Map()),
      follow: (participants) => {
        mesh.peers = participants.map(({ peer }) => peer).filter((peer) => peer !== self);
      },
      read: ({ peer }) => void mesh.heard.push(peer),
      setTrack: () => {},
      levels: () => new Map(),
      networkChanged: () => {},
      retry: () => {},
      close: () => {
        mesh.isClosed = true;
      },
    };
    meshes.push(mesh);
    return mesh;
  }

  const call = new Call({
    room: {
      address,
      connection,
      command,
      tell: () => true,
      hear(kind, hearer) {
        if (kind === 'webrtc_signal') hear = hearer as unknown as typeof hear;
        return () => {};
      },
      resources: { store: () => list } as unknown as CallParts['room']['resources'],
    },
    makeMicrophone: () => {
      const made = makeFakeMicrophone();
      microphones.push(made);
      return made.microphone;
    },
    makeMesh,
    iceServers: { load: async () => {}, held: () => ({ webrtc: { max_voice_participants: 8 }, servers: [] }) as never },
    sinks: { play: () => {}, end: () => {} },
  });
  const people = (...peers: string[]) => list.set(peers.map((peer) => ({ peer }) as VoiceParticipant));
  const tick = () => vi.advanceTimersByTimeAsync(0);
  /** Joins, and stands in the list after `others`. */
  const joinWith = async (...others: string[]) => {
    call.join();
    await tick();
    await sent.at(-1)!.done();
    people(...others, address.get()!);
  };
  return {
    call,
    address,
    connection,
    sent,
    microphones,
    meshes,
    people,
    tick,
    joinWith,
    say: (peer: string) => hear({ peer }),
  };
}

const joins = (sent: readonly Sent[]) => sent.map(({ command }) => Object.values(command)[0]);

test('[WVO20] one press joins, a second one while it joins or is in changes nothing', async () => {
  const { call, sent, microphones, meshes, people, tick, say } = makeWorld();
  call.join();
  call.join();
  await tick();
  expect(call.state.get()).toEqual({ is: 'joining' });
  expect(sent.map(({ command }) => command)).toEqual([{ webrtc_voice_join: { muted: true } }]);
  await sent[0]!.done();
  expect(call.state.get()).toEqual({ is: 'in' });
  call.join();
  people('usr_a:1', 'usr_me:c1');
  expect(meshes.map(({ self, peers }) => [self, peers])).toEqual([['usr_me:c1', ['usr_a:1']]]);
  say('usr_a:1');
  expect(meshes[0]!.heard).toEqual(['usr_a:1']);
  expect(sent).toHaveLength(1);
  expect(microphones).toHaveLength(1);
});

test('[WVO21] a refused join stops the microphone and says why; the next try is a new one', async () => {
  const { call, sent, microphones, meshes, tick } = makeWorld();
  call.join();
  await tick();
  await sent[0]!.fail('voice.full');
  expect(call.state.get()).toEqual({ is: 'idle' });
  expect(call.end.get()).toMatchObject({ is: 'refused', error: { code: 'voice.full' }, most: 8 });
  expect(microphones[0]!.seen.isClosed).toBe(true);
  expect(meshes).toEqual([]);
  // The page has no place to release.
  expect(sent).toHaveLength(1);
  call.join();
  expect(call.end.get()).toBe(undefined);
  await tick();
  expect(sent).toHaveLength(2);
});

test('[WVO21] [WVO22] an answer to a join that was given up changes nothing of the one after it', async () => {
  const { call, sent, microphones, tick } = makeWorld();
  call.join();
  await tick();
  call.leave();
  expect(call.state.get()).toEqual({ is: 'idle' });
  expect(microphones[0]!.seen.isClosed).toBe(true);
  expect(sent[1]!.command).toEqual({ webrtc_voice_leave: {} });
  call.join();
  await tick();
  await sent[0]!.fail('voice.full');
  expect(call.state.get()).toEqual({ is: 'joining' });
  expect(call.end.get()).toBe(undefined);
  expect(microphones[1]!.seen.isClosed).toBe(false);
  await sent[2]!.done();
  expect(call.state.get()).toEqual({ is: 'in' });
});

test('[WVO22] who leaves before the server has answered is not in when it does', async () => {
  const { call, sent, meshes, tick } = makeWorld();
  call.join();
  await tick();
  call.leave();
  await sent[0]!.done();
  expect(call.state.get()).toEqual({ is: 'idle' });
  expect(meshes).toEqual([]);
});

test('[WVO22] leaving closes the ways and the microphone, and gives the place back', async () => {
  const { call, sent, microphones, meshes, joinWith, people } = makeWorld();
  await joinWith('usr_a:1');
  call.leave();
  expect([call.state.get().is, call.end.get(), meshes[0]!.isClosed]).toEqual(['idle', undefined, true]);
  expect(microphones[0]!.seen.isClosed).toBe(true);
  expect(sent.at(-1)!.command).toEqual({ webrtc_voice_leave: {} });
  people('usr_a:1');
  expect(call.end.get()).toBe(undefined);
});

test('[WVO23] a lost connection joins again by itself under its new address, with the same microphone', async () => {
  const { call, address, sent, microphones, meshes, joinWith, people, tick } = makeWorld();
  await joinWith('usr_a:1');
  address.set(undefined);
  expect(call.state.get()).toEqual({ is: 'reconnecting' });
  expect(meshes[0]!.isClosed).toBe(false);
  address.set('usr_me:c2');
  // The earlier list does not apply to the new address.
  people('usr_a:1');
  await tick();
  expect(meshes[0]!.isClosed).toBe(false);
  await sent.at(-1)!.done();
  expect(call.state.get()).toEqual({ is: 'in' });
  expect([meshes[0]!.isClosed, meshes[1]!.self]).toEqual([true, 'usr_me:c2']);
  people('usr_a:1', 'usr_me:c2');
  expect(meshes[1]!.peers).toEqual(['usr_a:1']);
  expect(microphones.map(({ seen }) => seen.isClosed)).toEqual([false]);
});

test('[WVO23] while the place of the lost connection is still taken it is asked for again, for less than a minute', async () => {
  const { call, address, sent, joinWith, tick } = makeWorld();
  await joinWith();
  address.set(undefined);
  address.set('usr_me:c2');
  await tick();
  await sent.at(-1)!.fail('voice.full');
  expect(call.state.get()).toEqual({ is: 'reconnecting' });
  await vi.advanceTimersByTimeAsync(1_000);
  await sent.at(-1)!.done();
  expect(call.state.get()).toEqual({ is: 'in' });
  address.set(undefined);
  address.set('usr_me:c3');
  await tick();
  for (const ms of [1_000, 2_000, 4_000, 8_000, 15_000, 15_000]) {
    await sent.at(-1)!.fail('voice.full');
    await vi.advanceTimersByTimeAsync(ms);
  }
  await sent.at(-1)!.fail('voice.full');
  expect(call.state.get()).toEqual({ is: 'idle' });
  expect(call.end.get()).toMatchObject({ error: { code: 'voice.full' } });
});

test('[WVO23] a refusal that does not pass ends it at once', async () => {
  const { call, address, sent, microphones, joinWith, tick } = makeWorld();
  await joinWith();
  address.set(undefined);
  address.set('usr_me:c2');
  await tick();
  await sent.at(-1)!.fail('voice.disabled');
  expect([call.state.get().is, microphones[0]!.seen.isClosed]).toEqual(['idle', true]);
});

test('[WVO23] a join whose connection is lost goes on over the next one, and one without an answer gives back what it may have', async () => {
  const { call, address, sent, tick } = makeWorld();
  call.join();
  await tick();
  const lost = sent[0]!.fail('connection_lost', 0);
  address.set(undefined);
  await lost;
  expect(call.state.get()).toEqual({ is: 'joining' });
  address.set('usr_me:c2');
  await tick();
  await sent[1]!.fail('timeout', 0);
  expect(call.state.get()).toEqual({ is: 'idle' });
  expect(sent[2]!.command).toEqual({ webrtc_voice_leave: {} });
});

test('[WVO23] a room that this page has to leave ends it', async () => {
  const { call, connection, microphones, joinWith } = makeWorld();
  await joinWith();
  connection.set({ state: 'terminated', reason: 'removed', message: '' });
  expect([call.state.get().is, microphones[0]!.seen.isClosed]).toEqual(['idle', true]);
});

test('[WVO24] the others are told when this page is heard and when not, one message at a time', async () => {
  const { call, sent, microphones, joinWith, tick } = makeWorld();
  await joinWith();
  microphones[0]!.track.set({} as MediaStreamTrack);
  call.talking.setMuted(true);
  call.talking.setMuted(false);
  expect(joins(sent)).toEqual([{ muted: true }, { muted: false }]);
  call.talking.setMuted(true);
  call.talking.setMuted(false);
  call.talking.setMuted(true);
  expect(sent).toHaveLength(2);
  expect(microphones[0]!.seen.isLetThrough).toBe(false);
  await sent[1]!.done();
  expect(joins(sent).at(-1)).toEqual({ muted: true });
  call.talking.setMuted(false);
  call.leave();
  await sent[2]!.done();
  await tick();
  // A report now would ask for a place again.
  expect(joins(sent)).toEqual([{ muted: true }, { muted: false }, { muted: true }, {}]);
});

test('[WVO24] who was muted is so at once in the next stay', async () => {
  const { call, sent, microphones, tick } = makeWorld();
  call.talking.setMuted(true);
  call.join();
  microphones[0]!.track.set({} as MediaStreamTrack);
  await tick();
  expect(joins(sent)).toEqual([{ muted: true }]);
  expect(microphones[0]!.seen.isLetThrough).toBe(false);
});

test('[WVO25] who is no longer in the list has been taken out', async () => {
  const { call, sent, meshes, microphones, joinWith, people } = makeWorld();
  await joinWith('usr_a:1');
  people('usr_a:1');
  expect([call.state.get().is, call.end.get()]).toEqual(['idle', { is: 'removed' }]);
  expect([meshes[0]!.isClosed, microphones[0]!.seen.isClosed]).toEqual([true, true]);
  expect(sent).toHaveLength(1);
});

test('[WVO25] a list that is older than the own joining takes nobody out', async () => {
  const { call, sent, people, tick } = makeWorld();
  call.join();
  await tick();
  people('usr_a:1');
  await sent[0]!.done();
  people('usr_a:1', 'usr_b:1');
  expect(call.state.get()).toEqual({ is: 'in' });
});

test('[WVO26] without a microphone somebody is in and listens, and can be asked again', async () => {
  const { call, sent, microphones, tick } = makeWorld();
  call.join();
  microphones[0]!.state.set({ is: 'refused', why: 'denied' });
  await tick();
  await sent[0]!.done();
  expect([call.state.get().is, call.talking.isSilent()]).toEqual(['in', true]);
  expect(call.talking.microphone.get()).toEqual({ is: 'refused', why: 'denied' });
  call.talking.askAgain();
  expect(microphones[0]!.seen.opened).toBe(2);
  microphones[0]!.track.set({} as MediaStreamTrack);
  expect(joins(sent).at(-1)).toEqual({ muted: false });
});
