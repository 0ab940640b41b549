import {
  DeliveryMode,
  ResourceChangedSchema,
  ServerMessageSchema,
} from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { describe, expect, test } from 'vitest';
import { Change, changePayload } from '../frames.ts';
import { settle } from '../peer.fixture.ts';
import { chatEvents, onlineMembers, playbackState, roomId, selfRoomMember } from '../people.fixture.ts';
import { makeHarness } from '../realtime.fixture.ts';
import type { Snapshot } from '../resource.ts';

const textsOf = (changes: readonly { resource: { case?: string | undefined; value?: unknown } }[]) =>
  changes.map(({ resource }) => (resource.value as { message: { content: string } }).message.content);

describe('changes', () => {
  test('[RT1] a frame is the observe id and the sequence in front of the stored bytes', async () => {
    const harness = await makeHarness();
    const ann = harness.connect('usr_ann');
    await ann.observe('chat', { resource: chatEvents });
    const sequence = harness.chat('hi');
    const [change] = ann.socket.all('resourceChanged');
    expect(change).toMatchObject({ observeId: 'chat', sequence: BigInt(sequence), snapshot: false });
    expect(textsOf([change!])).toEqual(['hi']);
    const { payload } = harness.events.stored[0]!;
    expect(Buffer.from(ann.socket.frames.at(-1)!).subarray(-payload.length)).toEqual(Buffer.from(payload));
  });

  test('[RT1] the field numbers written by hand are those of the contract', () => {
    expect(ServerMessageSchema.field.resourceChanged.number).toBe(3);
    expect(ResourceChangedSchema.field.observeId.number).toBe(1);
    expect(ResourceChangedSchema.field.sequence.number).toBe(2);
  });

  test('[RT2] equal observe ids get the same Buffer, others their own', async () => {
    const harness = await makeHarness();
    const peers = ['usr_1', 'usr_2', 'usr_3'].map((id) => harness.connect(id));
    for (const peer of peers.slice(0, 2)) await peer.observe('chat', { resource: chatEvents });
    await peers[2]!.observe('other', { resource: chatEvents });
    harness.chat();
    const frames = peers.map((peer) => peer.socket.frames.at(-1));
    expect(frames[0]).toBe(frames[1]);
    expect(frames[2]).not.toBe(frames[0]);
    expect(peers[2]!.socket.all('resourceChanged')[0]?.observeId).toBe('other');
  });

  test('[RT3] a frame that somebody else has sent is answered by the standing of who sends it', async () => {
    const harness = await makeHarness();
    harness.state.standings.set('usr_bob', { roomId, role: 2, permissions: new Set() });
    const [ann, bob] = [harness.connect('usr_ann'), harness.connect('usr_bob')];
    for (const peer of [ann, bob, ann, bob]) await peer.observe('chat', { resource: chatEvents });
    expect(ann.socket.all('resourceObserved')).toHaveLength(2);
    expect(ann.socket.all('resourceObserveError')).toEqual([]);
    expect(bob.socket.all('resourceObserved')).toEqual([]);
    expect(bob.socket.all('resourceObserveError').map(({ code }) => code)).toEqual([
      'realtime.not_permitted',
      'realtime.not_permitted',
    ]);
    for (const peer of [ann, ann]) peer.say({ case: 'observeResource', value: { observeId: '' } as never });
    await settle();
    expect(ann.socket.all('resourceObserveError').map(({ code }) => code)).toEqual([
      'realtime.bad_frame',
      'realtime.bad_frame',
    ]);
  });

  test('[RT9] a notice has version and sequence, and shares its frame too', () => {
    const resource = { case: 'playbackState', value: { mediaName: 'x'.repeat(500) } } as const;
    const change = new Change(7, changePayload({ version: 3, resource }));
    expect(change.frame('a', true)).toBe(change.frame('a', true));
    expect(change.frame('a', true)).not.toBe(change.frame('a', false));
    expect(change.frame('a', true).length).toBeLessThan(20);
  });

  test('[RT9] observing with notify leaves the content out', async () => {
    const harness = await makeHarness();
    const ann = harness.connect('usr_ann');
    await ann.observe('state', { resource: playbackState, deliveryMode: DeliveryMode.NOTIFY });
    harness.changePlayback();
    const changes = ann.socket.all('resourceChanged');
    expect(changes.map((c) => [c.version, c.snapshot, c.resource.case])).toEqual([
      [1, true, undefined],
      [2, false, undefined],
    ]);
  });
});

describe('observing', () => {
  test('[RT3] answers, then sends the state, then changes', async () => {
    const harness = await makeHarness();
    const sequence = harness.changePlayback();
    const ann = harness.connect('usr_ann');
    await ann.observe('state', { resource: playbackState });
    harness.changePlayback();
    expect(ann.socket.read.map((m) => m.message.case)).toEqual([
      'welcome',
      'resourceObserved',
      'resourceChanged',
      'resourceChanged',
    ]);
    expect(ann.socket.all('resourceObserved')[0]).toMatchObject({ changed: true, cursor: BigInt(sequence) });
    expect(ann.socket.all('resourceChanged').map((c) => [c.version, c.snapshot])).toEqual([
      [2, true],
      [3, false],
    ]);
  });

  test('[RT3] a client that holds the version gets no state', async () => {
    const harness = await makeHarness();
    const ann = harness.connect('usr_ann');
    await ann.observe('state', { resource: playbackState, version: 1 });
    expect(ann.socket.all('resourceObserved')[0]?.changed).toBe(false);
    expect(ann.socket.all('resourceChanged')).toEqual([]);
    harness.changePlayback();
    expect(ann.socket.all('resourceChanged')).toHaveLength(1);
  });

  test('[RT3] unknown, forbidden and failing resources answer an error and are not observed', async () => {
    const harness = await makeHarness();
    harness.state.standings.set('usr_ann', { roomId, role: 2, permissions: new Set() });
    const ann = harness.connect('usr_ann');
    await ann.observe('a', { resource: { case: 'playback', value: {} } });
    await ann.observe('b', { resource: chatEvents });
    harness.state.failing = true;
    await ann.observe('c', { resource: playbackState });
    expect(ann.socket.all('resourceObserveError').map((e) => [e.observeId, e.code])).toEqual([
      ['a', 'realtime.unknown_resource'],
      ['b', 'realtime.not_permitted'],
      ['c', 'internal'],
    ]);
    harness.state.failing = false;
    harness.chat();
    harness.changePlayback();
    expect(ann.socket.all('resourceChanged')).toEqual([]);
  });

  test('[RT3] the same id replaces, unobserve ends, and the 65th is refused', async () => {
    const harness = await makeHarness();
    const ann = harness.connect('usr_ann');
    await ann.observe('x', { resource: playbackState });
    await ann.observe('x', { resource: chatEvents });
    harness.changePlayback();
    harness.chat();
    expect(ann.socket.all('resourceChanged').map((c) => c.resource.case)).toEqual(['playbackState', 'chatEvent']);
    ann.say({ case: 'unobserveResource', value: { observeId: 'x' } });
    harness.chat();
    expect(ann.socket.all('resourceChanged')).toHaveLength(2);
    for (let n = 0; n < 65; n++) await ann.observe(`o${n}`, { resource: chatEvents });
    expect(ann.socket.all('resourceObserveError').map((e) => [e.observeId, e.code])).toEqual([
      ['o64', 'realtime.too_many_observations'],
    ]);
  });

  test('[RT4] what is committed while the state is loaded comes after it, once', async () => {
    const harness = await makeHarness();
    const ann = harness.connect('usr_ann');
    await settle();
    harness.events.hold();
    await ann.observe('state', { resource: playbackState });
    harness.changePlayback();
    harness.events.release();
    await settle();
    harness.changePlayback();
    const versions = ann.socket.all('resourceChanged').map((c) => [c.version, c.snapshot]);
    expect(versions).toEqual([
      [2, true],
      [2, false],
      [3, false],
    ]);
  });

  test('[RT4] an event that the state contains and the relay brings late is not sent again', async () => {
    const harness = await makeHarness();
    const ann = harness.connect('usr_ann');
    await settle();
    harness.events.isRelaying = false;
    harness.changePlayback();
    await ann.observe('state', { resource: playbackState });
    harness.events.relay();
    expect(ann.socket.all('resourceChanged').map((c) => [c.version, c.snapshot])).toEqual([[2, true]]);
  });

  test('[RT5] 1 000 joins are one load, and the next event makes it two', async () => {
    const harness = await makeHarness();
    const peers = Array.from({ length: 1000 }, (_, n) => harness.connect(`usr_${n}`));
    await Promise.all(peers.map((peer) => peer.observe('state', { resource: playbackState })));
    expect(harness.state.loads).toBe(1);
    expect(new Set(peers.map((peer) => peer.socket.frames.at(-1))).size).toBe(1);
    harness.changePlayback();
    const late = harness.connect('usr_late');
    await late.observe('state', { resource: playbackState });
    expect(harness.state.loads).toBe(2);
    expect(late.socket.all('resourceChanged').map((c) => c.version)).toEqual([2]);
  });

  test('[RT5] a failed load is tried again, and a state is not kept for more than 30 s', async () => {
    const harness = await makeHarness();
    const ann = harness.connect('usr_ann');
    harness.state.failing = true;
    await ann.observe('a', { resource: playbackState });
    harness.state.failing = false;
    await ann.observe('a', { resource: playbackState });
    await ann.observe('b', { resource: playbackState });
    expect(harness.state.loads).toBe(2);
    harness.clock.advance(30_000);
    await ann.observe('c', { resource: playbackState });
    expect(harness.state.loads).toBe(3);
  });

  test('[RT3] an observation that breaks the rules of its fields is answered with its id', async () => {
    const harness = await makeHarness();
    const ann = harness.connect('usr_ann');
    const long = 'x'.repeat(129);
    for (const observeId of ['', long]) await ann.observe(observeId, { resource: playbackState });
    await ann.observe('a', { resource: playbackState, deliveryMode: 99 as never });
    await ann.observe('b', {});
    expect(ann.socket.all('resourceObserveError').map((e) => [e.observeId, e.code])).toEqual([
      ['', 'realtime.bad_frame'],
      [long, 'realtime.bad_frame'],
      ['a', 'realtime.bad_frame'],
      ['b', 'realtime.bad_frame'],
    ]);
    expect(ann.socket.all('error')).toEqual([]);
  });

  test('[RT7] a roomMembers event loads the own standing of those it names, roomSettings of all', async () => {
    const harness = await makeHarness();
    const [ann, bob] = [harness.connect('usr_ann'), harness.connect('usr_bob')];
    for (const peer of [ann, bob]) await peer.observe('self', { resource: selfRoomMember });
    harness.changeMembers('usr_ann');
    await settle();
    expect([ann, bob].map((peer) => peer.socket.all('resourceChanged').length)).toEqual([2, 1]);
    harness.events.commit(roomId, 'roomSettings', changePayload({}));
    await settle();
    expect([ann, bob].map((peer) => peer.socket.all('resourceChanged').length)).toEqual([3, 2]);
  });

  test('[RT7] a refresh that fails ends the observation with an error', async () => {
    const resources = [
      {
        case: 'selfRoomMember' as const,
        key: () => 'self',
        followsStanding: true,
        snapshot: async () => {
          if (isAway) throw new Error('away');
          return { version: 0, payload: changePayload({ snapshot: true }) };
        },
      },
    ];
    let isAway = false;
    const harness = await makeHarness({ resources });
    const ann = harness.connect('usr_ann');
    await ann.observe('self', { resource: selfRoomMember });
    isAway = true;
    harness.events.commit(roomId, 'roomSettings', changePayload({}));
    await settle();
    harness.events.commit(roomId, 'roomSettings', changePayload({}));
    await settle();
    expect(ann.socket.all('resourceObserveError')).toHaveLength(1);
  });
});

describe('a state that follows other events', () => {
  /** A state whose loads the test completes. */
  async function observeFollowing() {
    const loads: ((version: number) => void)[] = [];
    const following = {
      case: 'selfRoomMember' as const,
      key: () => 'self',
      followsStanding: true,
      snapshot: () =>
        new Promise<Snapshot>((resolve) => {
          loads.push((version) => resolve({ version, payload: changePayload({ version, snapshot: true }) }));
        }),
    };
    const harness = await makeHarness({ resources: [following] });
    const ann = harness.connect('usr_ann');
    await ann.observe('self', { resource: selfRoomMember });
    const touch = () => harness.events.commit(roomId, 'roomSettings', changePayload({}));
    const give = async (load: number, version: number) => {
      loads[load]?.(version);
      await settle();
    };
    const sent = () => ann.socket.all('resourceChanged').map(({ version }) => version);
    return { ann, loads, touch, give, sent };
  }

  test('[RT41] an event while the first state is loaded has it loaded once more', async () => {
    const { ann, touch, give, sent } = await observeFollowing();
    touch();
    await settle();
    await give(0, 1);
    await give(1, 2);
    expect(sent()).toEqual([1, 2]);
    expect(ann.socket.all('resourceObserved')).toHaveLength(1);
  });

  test('[RT41] many events while one state is loaded cost one more load', async () => {
    const { loads, touch, give, sent } = await observeFollowing();
    await give(0, 1);
    for (let n = 0; n < 5; n++) touch();
    await settle();
    await give(1, 2);
    for (let n = 0; n < 5; n++) touch();
    await settle();
    await give(2, 3);
    await give(3, 4);
    expect(sent().at(-1)).toBe(4);
    expect(loads).toHaveLength(4);
  });
});

describe('resuming', () => {
  test('[RT6] recent events come from memory, without a read', async () => {
    const harness = await makeHarness();
    const ann = harness.connect('usr_ann');
    await ann.observe('chat', { resource: chatEvents });
    const seen = harness.chat('one');
    ann.drop();
    harness.chat('two');
    harness.changePlayback();
    harness.chat('three');
    const reads = harness.events.reads;
    const again = harness.connect('usr_ann');
    await again.observe('chat', { resource: chatEvents, afterEventSequence: BigInt(seen) });
    await again.observe('state', { resource: playbackState, afterEventSequence: BigInt(seen) });
    expect(harness.events.reads).toBe(reads);
    expect(textsOf(again.socket.all('resourceChanged').slice(0, 2))).toEqual(['two', 'three']);
    expect(again.socket.all('resourceChanged')[2]).toMatchObject({ version: 2, snapshot: false });
    expect(again.socket.all('resourceObserved').map((o) => [o.changed, o.cursor])).toEqual([
      [true, 4n],
      [true, 4n],
    ]);
  });

  test('[RT6] older events of a log come from the store, in order, no faster than the client reads', async () => {
    const harness = await makeHarness();
    const texts = Array.from({ length: 730 }, (_, n) => `m${n}`);
    for (const text of texts) harness.chat(text);
    const ann = harness.connect('usr_ann', false);
    await ann.observe('chat', { resource: chatEvents, afterEventSequence: 10n });
    expect(ann.socket.waiting.length).toBeLessThan(110);
    const live = harness.chat('live');
    for (let n = 0; n < 20; n++) {
      ann.socket.flush();
      harness.clock.advance(20);
      await settle();
    }
    const changes = ann.socket.all('resourceChanged');
    expect(textsOf(changes)).toEqual([...texts.slice(10), 'live']);
    expect(changes.at(-1)?.sequence).toBe(BigInt(live));
    harness.chat('after');
    expect(textsOf(ann.socket.flush().map((m) => m.message.value as never))).toEqual(['after']);
  });

  test('[RT6] a state whose events are too long ago is sent whole; so is a resource without sequences', async () => {
    const harness = await makeHarness();
    harness.changePlayback();
    harness.changePlayback();
    const ann = harness.connect('usr_ann');
    await ann.observe('state', { resource: playbackState, afterEventSequence: 1n });
    await ann.observe('online', { resource: onlineMembers, afterEventSequence: 2n });
    expect(ann.socket.all('resourceChanged').map((c) => [c.resource.case, c.snapshot])).toEqual([
      ['playbackState', true],
      ['onlineMembers', true],
    ]);
  });

  test('[RT6] a sequence ahead of this process waits for the relay, one ahead of the store begins anew', async () => {
    const harness = await makeHarness();
    const ann = harness.connect('usr_ann');
    await settle();
    harness.events.isRelaying = false;
    const ahead = harness.chat('seen elsewhere');
    await ann.observe('chat', { resource: chatEvents, afterEventSequence: BigInt(ahead) });
    harness.chat('new');
    harness.events.relay();
    expect(textsOf(ann.socket.all('resourceChanged'))).toEqual(['new']);
    await ann.observe('chat', { resource: chatEvents, afterEventSequence: 99n });
    expect(textsOf(ann.socket.all('resourceChanged').slice(1))).toEqual(['seen elsewhere', 'new']);
  });

  test('[RT8] a room is kept for 30 s after its last session', async () => {
    const harness = await makeHarness();
    const ann = harness.connect('usr_ann');
    await settle();
    ann.drop();
    harness.clock.advance(29_000);
    expect(harness.events.subscriptionsTo(roomId)).toBe(1);
    harness.connect('usr_ann').drop();
    harness.clock.advance(29_000);
    expect(harness.events.subscriptionsTo(roomId)).toBe(1);
    harness.clock.advance(1_000);
    expect(harness.events.subscriptionsTo(roomId)).toBe(0);
  });
});

test('[RT28] what was pruned before it could be delivered is loaded anew, and standing is checked', async () => {
  const harness = await makeHarness();
  const ann = harness.connect('usr_ann');
  await ann.observe('play', { resource: playbackState });
  await ann.observe('chat', { resource: chatEvents });
  harness.state.playbackVersion = 9;
  harness.state.checks.length = 0;
  harness.events.lose(40);
  await settle();
  const states = ann.socket.all('resourceChanged').filter(({ observeId }) => observeId === 'play');
  expect(states.map(({ version, snapshot }) => [version, snapshot])).toEqual([
    [1, true],
    [9, true],
  ]);
  expect(ann.socket.all('resourceChanged').filter(({ observeId }) => observeId === 'chat')).toEqual([]);
  expect(harness.state.checks).toEqual(['usr_ann']);
});
