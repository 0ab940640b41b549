import { PresenceState } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { describe, expect, test } from 'vitest';
import { BusEnd, MemoryBus } from '../memory-bus.fixture.ts';
import { type Peer, settle } from '../peer.fixture.ts';
import { guestPrincipal, onlineMembers, roomId } from '../people.fixture.ts';
import { type Harness, makeHarness } from '../realtime.fixture.ts';

/** The messages about online members that a peer received, newest last. */
function told(peer: Peer) {
  return peer.socket
    .all('resourceChanged')
    .flatMap(({ resource }) => (resource.case === 'onlineMembers' ? resource.value : []));
}

async function observer(harness: Harness, id = 'usr_watcher') {
  const peer = harness.connect(id);
  harness.clock.advance(2_000);
  await peer.observe('online', { resource: onlineMembers });
  return peer;
}

describe('presence', () => {
  test('[RT17] somebody who comes, reports and goes is told once each, with the counts', async () => {
    const harness = await makeHarness();
    const watcher = await observer(harness);
    const ann = harness.connect('usr_ann');
    harness.clock.advance(100);
    ann.session.reportPlayer({ state: PresenceState.PLAYING, skewMs: 12 });
    harness.clock.advance(100);
    ann.drop();
    harness.clock.advance(100);
    expect(told(watcher)).toMatchObject([
      { memberCount: 1, changed: [{ userId: 'usr_watcher', username: 'name-usr_watcher' }], complete: true },
      { memberCount: 2, changed: [{ userId: 'usr_ann', state: PresenceState.IDLE }], goneIds: [] },
      { memberCount: 2, changed: [{ userId: 'usr_ann', state: PresenceState.PLAYING, skewMs: 12 }] },
      { memberCount: 1, changed: [], goneIds: ['usr_ann'] },
    ]);
  });

  test('[RT32] a player that played and goes silent is lost after 12 to 15 s, and back with its next word', async () => {
    const harness = await makeHarness();
    const watcher = await observer(harness);
    const ann = harness.connect('usr_ann');
    const idle = harness.connect('usr_idle');
    ann.session.reportPlayer({ state: PresenceState.PLAYING, skewMs: 12 });
    idle.session.reportPlayer({ state: PresenceState.AWAY, skewMs: undefined });
    const states = (userId: string) =>
      told(watcher)
        .flatMap(({ changed }) => changed)
        .filter((presence) => presence.userId === userId)
        .map(({ state }) => state);
    /** Advances the clock by that many seconds, one by one. */
    const wait = (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) harness.clock.advance(1_000);
    };
    wait(11);
    expect(states('usr_ann')).toEqual([PresenceState.PLAYING]);
    wait(5);
    expect(states('usr_ann')).toEqual([PresenceState.PLAYING, PresenceState.LOST]);
    ann.session.reportPlayer({ state: PresenceState.PLAYING, skewMs: 12 });
    wait(11);
    expect(states('usr_ann').at(-1)).toBe(PresenceState.PLAYING);
    expect(states('usr_idle')).toEqual([PresenceState.AWAY]);
  });

  test('[RT17] two connections of one person count once; guests are counted, not named', async () => {
    const harness = await makeHarness();
    const watcher = await observer(harness);
    const [first, second] = [harness.connect('usr_ann'), harness.connect('usr_ann')];
    harness.connect(guestPrincipal('gst_1'));
    harness.clock.advance(100);
    first.drop();
    harness.clock.advance(200);
    expect(told(watcher).slice(1)).toMatchObject([{ memberCount: 2, guestCount: 1, changed: [{ userId: 'usr_ann' }] }]);
    expect(harness.realtime.online(roomId)).toEqual({ memberIds: new Set(['usr_watcher', 'usr_ann']), guestCount: 1 });
    second.drop();
    expect(harness.realtime.onlineCount(roomId)).toBe(2);
  });

  test('[RT17] a connection that is gone before it stood leaves its person where they are', async () => {
    const harness = await makeHarness();
    const watcher = await observer(harness);
    const ann = harness.connect('usr_ann');
    const guest = harness.connect(guestPrincipal('gst_1'));
    for (const { session } of [ann, guest]) harness.realtime.admit(session.call).closed();
    harness.clock.advance(100);
    expect(told(watcher).at(-1)).toMatchObject({ memberCount: 2, guestCount: 1, goneIds: [] });
    ann.drop();
    harness.clock.advance(100);
    expect(told(watcher).at(-1)).toMatchObject({ memberCount: 1, guestCount: 1, goneIds: ['usr_ann'] });
  });

  test('[RT17] a skew that hardly changes is not told, but does not creep away either', async () => {
    const harness = await makeHarness();
    const watcher = await observer(harness);
    const { session } = watcher;
    for (let skewMs = 0; skewMs <= 100; skewMs += 5) {
      session.reportPlayer({ state: PresenceState.PLAYING, skewMs });
      harness.clock.advance(100);
    }
    expect(
      told(watcher)
        .slice(1)
        .map((o) => o.changed[0]?.skewMs),
    ).toEqual([0, 20, 40, 60, 80, 100]);
  });

  test('[RT17] 1 000 joins cost a member a frame every two seconds at most, not one each', async () => {
    const harness = await makeHarness();
    const watcher = await observer(harness);
    for (let n = 0; n < 1_000; n++) {
      harness.connect(`usr_${n}`);
      harness.clock.advance(2);
    }
    harness.clock.advance(2_000);
    const frames = told(watcher).slice(1);
    expect(frames.length).toBeLessThan(12);
    expect(frames.at(-1)?.memberCount).toBe(1_001);
  });

  test('[RT17] who comes back into a room that was empty for a while is seen as anybody is', async () => {
    const harness = await makeHarness();
    harness.connect('usr_ann').drop();
    for (let second = 0; second < 10; second += 1) harness.clock.advance(1_000);
    const ann = harness.connect('usr_ann');
    ann.session.reportPlayer({ state: PresenceState.PLAYING, skewMs: 12 });
    harness.clock.advance(200);
    expect(harness.realtime.online(roomId).memberIds).toEqual(new Set(['usr_ann']));
    expect(harness.realtime.watchers(roomId)).toMatchObject([{ userId: 'usr_ann', state: PresenceState.PLAYING }]);
    expect(harness.realtime.busiest()).toEqual([roomId]);
    ann.drop();
    harness.clock.advance(200);
    expect(harness.realtime.onlineCount(roomId)).toBe(0);
  });

  test('[RT17] names 100 at most and says that there are more', async () => {
    const harness = await makeHarness();
    for (let n = 0; n < 150; n++) harness.connect(`usr_${n}`);
    const watcher = await observer(harness);
    expect(told(watcher)[0]).toMatchObject({ memberCount: 151, complete: false });
    expect(told(watcher)[0]?.changed).toHaveLength(100);
  });
});

describe('presence on two replicas', () => {
  async function pair() {
    const [clock, bus] = [new FakeClock(), new MemoryBus()];
    const end = new BusEnd(bus);
    const one = await makeHarness({ clock, bus, replicaId: 'one' });
    const two = await makeHarness({ clock, bus: end, replicaId: 'two' });
    clock.advance(100);
    return { clock, bus, end, one, two };
  }

  /** Advances the clock while these people stay connected. */
  function pass(clock: FakeClock, ms: number, ...people: Peer[]) {
    for (let passed = 0; passed < ms; passed += 500) {
      clock.advance(500);
      for (const { session } of people) session.heard();
    }
  }

  test('[RT17] everybody is seen everywhere, once, also in rooms that a replica has no session of', async () => {
    const { clock, one, two } = await pair();
    const watcher = await observer(one);
    const ann = two.connect('usr_ann');
    two.connect('usr_watcher');
    two.connect('usr_bob', true, 'room_2');
    clock.advance(300);
    expect(told(watcher).at(-1)).toMatchObject({ memberCount: 2, changed: [{ userId: 'usr_ann' }] });
    expect(one.realtime.onlineCount('room_2')).toBe(1);
    ann.session.reportPlayer({ state: PresenceState.BUFFERING, skewMs: undefined });
    clock.advance(300);
    expect(one.realtime.watchers(roomId).find((w) => w.userId === 'usr_ann')?.state).toBe(PresenceState.BUFFERING);
    ann.drop();
    clock.advance(300);
    expect(told(watcher).at(-1)).toMatchObject({ memberCount: 1, goneIds: ['usr_ann'] });
  });

  test('[RT17] replicas that tell each other do not echo', async () => {
    const { clock, bus, two } = await pair();
    two.connect('usr_ann');
    clock.advance(500);
    const before = bus.told.length;
    clock.advance(5_000);
    expect(bus.told.slice(before)).toEqual([]);
  });

  test('[RT17] a lost message is made good within 10 s', async () => {
    const { clock, end, one, two } = await pair();
    end.isCutOff = true;
    two.connect('usr_ann');
    clock.advance(500);
    end.isCutOff = false;
    clock.advance(10_000);
    expect(one.realtime.onlineCount(roomId)).toBe(1);
  });

  test('[RT31] people of a replica that died are gone within 10 s, as others are told, and back when it lives after all', async () => {
    const { clock, end, one, two } = await pair();
    const watcher = await observer(one);
    const ann = two.connect('usr_ann');
    clock.advance(500);
    expect(one.realtime.onlineCount(roomId)).toBe(2);
    end.isCutOff = true;
    pass(clock, 10_000, watcher, ann);
    expect(told(watcher).at(-1)).toMatchObject({ memberCount: 1, goneIds: ['usr_ann'] });
    expect(one.realtime.replicaCount).toBe(1);
    end.isCutOff = false;
    pass(clock, 3_000, watcher, ann);
    expect(told(watcher).at(-1)).toMatchObject({ memberCount: 2, changed: [{ userId: 'usr_ann' }] });
  });

  test('[RT31] while the bus is away nobody is taken for dead, and what happened meanwhile is told when it is back', async () => {
    const { clock, bus, one, two } = await pair();
    const people = [one.connect('usr_ann'), two.connect('usr_bob')];
    clock.advance(500);
    bus.isLossy = true;
    pass(clock, 60_000, ...people);
    expect([one, two].map((r) => r.realtime.onlineCount(roomId))).toEqual([2, 2]);
    people.push(two.connect('usr_cleo'));
    pass(clock, 1_000, ...people);
    bus.isLossy = false;
    pass(clock, 1_000, ...people);
    expect([one, two].map((r) => r.realtime.onlineCount(roomId))).toEqual([3, 3]);
    pass(clock, 60_000, ...people);
    expect([one, two].map((r) => r.realtime.onlineCount(roomId))).toEqual([3, 3]);
  });

  test('[RT31] a replica that was silent for a moment before the bus went away is not taken for dead', async () => {
    const { clock, bus, end, one, two } = await pair();
    const people = [one.connect('usr_ann'), two.connect('usr_bob')];
    clock.advance(500);
    end.isCutOff = true;
    pass(clock, 3_000, ...people);
    bus.isLossy = true;
    pass(clock, 60_000, ...people);
    expect(one.realtime.onlineCount(roomId)).toBe(2);
  });

  test('[RT17] a replica that starts later asks for all, one that stops says so', async () => {
    const { clock, bus, one } = await pair();
    one.connect('usr_ann');
    clock.advance(500);
    const three = await makeHarness({ clock, bus, replicaId: 'three' });
    clock.advance(100);
    expect(three.realtime.onlineCount(roomId)).toBe(1);
    expect(three.realtime.replicaCount).toBe(3);
    const deadline = new AbortController();
    deadline.abort();
    await one.realtime.stop?.(deadline.signal);
    await settle();
    expect(three.realtime.onlineCount(roomId)).toBe(0);
    expect(three.realtime.replicaCount).toBe(2);
  });

  test('[RT20] the connections of a person are counted on all replicas, and those of a dead one no more', async () => {
    const [clock, bus] = [new FakeClock(), new MemoryBus()];
    const end = new BusEnd(bus);
    const limits = { connectionsPerUser: 3 };
    const one = await makeHarness({ clock, bus, replicaId: 'one', limits });
    const early = [one.connect('usr_ann')];
    const two = await makeHarness({ clock, bus: end, replicaId: 'two', limits });
    clock.advance(500);
    const second = two.connect('usr_ann');
    early.push(two.connect('usr_ann', true, 'room_2'));
    const refused = { code: 'resource_exhausted', reason: 'realtime.too_many_connections' };
    expect(() => two.connect('usr_ann')).toThrow(expect.objectContaining(refused));
    clock.advance(100);
    expect(() => one.connect('usr_ann')).toThrow(expect.objectContaining(refused));
    one.connect('usr_bob');
    second.drop();
    clock.advance(100);
    early.push(one.connect('usr_ann'));
    clock.advance(100);
    expect(() => two.connect('usr_ann')).toThrow(expect.objectContaining(refused));
    end.isCutOff = true;
    pass(clock, 10_000, ...early);
    one.connect('usr_ann');
    expect(() => one.connect('usr_ann')).toThrow(expect.objectContaining(refused));
  });

  test('[RT20] of connections that were opened on two replicas at the same moment, the newest of one are ended', async () => {
    const [clock, bus] = [new FakeClock(), new MemoryBus()];
    const limits = { connectionsPerUser: 3 };
    const one = await makeHarness({ clock, bus, replicaId: 'one', limits });
    const two = await makeHarness({ clock, bus, replicaId: 'two', limits });
    clock.advance(500);
    const here = [1, 2].map(() => one.connect('usr_ann'));
    const there = [1, 2, 3].map(() => two.connect('usr_ann'));
    two.connect('usr_bob');
    clock.advance(100);
    const ended = (peers: Peer[]) => peers.map(({ socket }) => socket.all('termination').length);
    expect([ended(here), ended(there)]).toEqual([
      [0, 0],
      [0, 1, 1],
    ]);
    // Sent again before the ended connections have closed: no more are ended.
    clock.advance(11_000);
    expect([ended(here), ended(there)]).toEqual([
      [0, 0],
      [0, 1, 1],
    ]);
  });

  test('[RT20] a crowd is told whole, and a replica that asks hears of everybody who is still there', async () => {
    const { clock, bus, one } = await pair();
    const people = Array.from({ length: 2_500 }, (_, n) => one.connect(`usr_${n}`, true, `room_${n % 2}`));
    people[0]!.drop();
    clock.advance(500);
    const limits = { connectionsPerUser: 1 };
    const three = await makeHarness({ clock, bus, replicaId: 'three', limits });
    clock.advance(100);
    three.connect('usr_0');
    for (const n of [1, 999, 1_000, 2_000, 2_499]) expect(() => three.connect(`usr_${n}`)).toThrow('connections');
  });
});
