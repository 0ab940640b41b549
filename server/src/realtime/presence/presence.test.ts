import { PresenceState } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { FakeClock } from '@matinee/testkit/fake-clock.ts';
import { describe, expect, test } from 'vitest';
import { MemoryBus } from '../memory-bus.fixture.ts';
import { type Peer, settle } from '../peer.fixture.ts';
import { guestPrincipal, onlineMembers, roomId } from '../people.fixture.ts';
import { type Harness, makeHarness } from '../realtime.fixture.ts';

/** What somebody was told about who is online, newest last. */
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
    const one = await makeHarness({ clock, bus, replicaId: 'one' });
    const two = await makeHarness({ clock, bus, replicaId: 'two' });
    return { clock, bus, one, two };
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
    const { published } = bus;
    clock.advance(5_000);
    expect(bus.published - published).toBe(0);
  });

  test('[RT17] a lost message is made good within 10 s, a dead replica forgotten within 35 s', async () => {
    const { clock, bus, one, two } = await pair();
    bus.isLossy = true;
    const ann = two.connect('usr_ann');
    clock.advance(500);
    bus.isLossy = false;
    clock.advance(10_000);
    expect(one.realtime.onlineCount(roomId)).toBe(1);
    bus.isLossy = true;
    for (let n = 0; n < 7; n++) {
      clock.advance(5_000);
      ann.session.heard();
    }
    expect([one, two].map((r) => r.realtime.onlineCount(roomId))).toEqual([0, 1]);
    expect(one.realtime.busiest()).toEqual([]);
  });

  test('[RT17] a replica that starts later asks for all, one that stops says so', async () => {
    const { clock, bus, one } = await pair();
    one.connect('usr_ann');
    clock.advance(500);
    const three = await makeHarness({ clock, bus, replicaId: 'three' });
    expect(three.realtime.onlineCount(roomId)).toBe(1);
    const deadline = new AbortController();
    deadline.abort();
    await one.realtime.stop?.(deadline.signal);
    await settle();
    expect(three.realtime.onlineCount(roomId)).toBe(0);
  });
});
