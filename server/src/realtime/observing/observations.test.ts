import { fromBinary } from '@bufbuild/protobuf';
import { RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { ServerMessageSchema } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { expect, test } from 'vitest';
import { Change, changePayload } from '../frames.ts';
import { roomId, userPrincipal } from '../people.fixture.ts';
import type { Resource } from '../resource.ts';
import { Observation, type Observer } from './observation.ts';
import { Observations } from './observations.ts';

const chat: Resource = { case: 'chatEvents', key: () => 'chatEvents' };
const change = (sequence: number) =>
  new Change(
    sequence,
    changePayload({
      version: sequence,
      resource: { case: 'chatEvent', value: { message: { content: `m${sequence}` } } },
    }),
  );

/** An observer, and the versions that it received. */
function makeObserver(userId: string) {
  const got: number[] = [];
  const contents: boolean[] = [];
  const observer: Observer = {
    principal: userPrincipal(userId),
    principalId: userId,
    standing: { roomId, role: RoomRole.MEMBER, permissions: new Set() },
    send: (frame) => {
      const { message } = fromBinary(ServerMessageSchema, frame);
      if (message.case !== 'resourceChanged') throw new Error('no change');
      got.push(message.value.version);
      contents.push(message.value.resource.case !== undefined);
    },
    sendObserveError: () => undefined,
    drained: async () => undefined,
  };
  return { observer, got, contents };
}

function makeObservation(key = 'chatEvents', { id = 'o1', observer = makeObserver('ann'), isNotify = false } = {}) {
  return { ...observer, observation: new Observation(observer.observer, id, { resource: chat, key, isNotify }) };
}

test('[RT4] changes wait until the state was sent, and those that it contains are left out', () => {
  const { observation, got } = makeObservation();
  for (const sequence of [5, 6, 7]) observation.deliver(change(sequence));
  expect(got).toEqual([]);
  observation.sendSnapshot(change(5));
  observation.goLive(5);
  expect(got).toEqual([5, 6, 7]);
  observation.deliver(change(7));
  observation.deliver(change(8));
  expect(got).toEqual([5, 6, 7, 8]);
});

test('[RT4] a change that is not stored is always sent', () => {
  const { observation, got } = makeObservation();
  observation.goLive(5);
  observation.deliver(change(0));
  observation.deliver(change(0));
  observation.deliver(change(6));
  expect(got).toEqual([0, 0, 6]);
});

test('[RT6] what is replayed is sent once, whatever waits meanwhile', () => {
  const { observation, got } = makeObservation();
  observation.deliver(change(3));
  observation.replay([change(1), change(2), change(3)]);
  observation.goLive(3);
  observation.replay([change(9)]);
  expect(got).toEqual([1, 2, 3]);
});

test('[RT4] a cursor never goes back', () => {
  const { observation, got } = makeObservation();
  observation.replay([change(1), change(2)]);
  observation.goLive(1);
  observation.deliver(change(2));
  observation.goLive(0);
  observation.deliver(change(2));
  expect(got).toEqual([1, 2]);
});

test('[RT6] 1 000 changes can wait, and one more is an overrun, which holding anew forgets', () => {
  const { observation, got } = makeObservation();
  for (let n = 1; n <= 1_000; n++) observation.deliver(change(n));
  expect(observation.isOverrun).toBe(false);
  observation.deliver(change(1_001));
  expect(observation.isOverrun).toBe(true);
  observation.hold();
  expect(observation.isOverrun).toBe(false);
  observation.goLive(1_001);
  expect(got).toEqual([]);
});

test('[RT6] 1 000 changes that waited are all sent', () => {
  const { observation, got } = makeObservation();
  for (let n = 1; n <= 1_000; n++) observation.deliver(change(n));
  observation.goLive(0);
  expect(got).toHaveLength(1_000);
  expect(observation.isOverrun).toBe(false);
});

test('[RT3] after its end an observation sends nothing, and cannot begin anew', () => {
  const { observation, got } = makeObservation();
  observation.deliver(change(1));
  observation.end();
  observation.hold();
  observation.sendSnapshot(change(1));
  observation.replay([change(2)]);
  observation.answer(Buffer.from('no frame'));
  observation.goLive(0);
  observation.deliver(change(3));
  expect(got).toEqual([]);
  expect(observation.isEnded).toBe(true);
});

test('[RT9] a notice has the version and no content, of a state too', () => {
  const { observation, got, contents } = makeObservation('chatEvents', { isNotify: true });
  observation.sendSnapshot(change(1));
  observation.goLive(1);
  observation.deliver(change(2));
  expect([got, contents]).toEqual([
    [1, 2],
    [false, false],
  ]);
});

/** The observations of a room, and the keys whose observation began and ended. */
function makeObservations() {
  const heard: string[] = [];
  const observations = new Observations({
    observed: (key) => heard.push(`+${key}`),
    unobserved: (key) => heard.push(`-${key}`),
  });
  const add = (observer: ReturnType<typeof makeObserver>, id: string, key: string) => {
    const { observation } = makeObservation(key, { id, observer });
    observation.goLive(0);
    observations.add(observation);
    return observation;
  };
  return { observations, heard, add };
}

test('[RT2] a change goes to all who observe its key, and to nobody else', () => {
  const { observations, add } = makeObservations();
  const [ann, bob] = [makeObserver('ann'), makeObserver('bob')];
  add(ann, 'o1', 'chat');
  add(ann, 'o2', 'members');
  add(bob, 'o1', 'chat');
  observations.deliver('chat', change(1));
  observations.deliver('members', change(2));
  observations.deliver('nothing', change(3));
  expect([ann.got, bob.got]).toEqual([[1, 2], [1]]);
});

test('[RT33] the first and the last observer of a key are told, and those between are not', () => {
  const { observations, heard, add } = makeObservations();
  const [ann, bob] = [makeObserver('ann'), makeObserver('bob')];
  add(ann, 'o1', 'chat');
  add(bob, 'o1', 'chat');
  observations.end(ann.observer, 'o1');
  expect(heard).toEqual(['+chat']);
  observations.end(bob.observer, 'o1');
  observations.end(bob.observer, 'o1');
  expect(heard).toEqual(['+chat', '-chat']);
  expect([...observations.all()]).toEqual([]);
  add(ann, 'o1', 'chat');
  expect(heard).toEqual(['+chat', '-chat', '+chat']);
});

test('[RT3] the end of one observer ends all of theirs and nobody else’s', () => {
  const { observations, heard, add } = makeObservations();
  const [ann, bob] = [makeObserver('ann'), makeObserver('bob')];
  const own = [add(ann, 'o1', 'chat'), add(ann, 'o2', 'members')];
  const other = add(bob, 'o1', 'chat');
  observations.endAll(ann.observer);
  observations.endAll(ann.observer);
  expect(own.map(({ isEnded }) => isEnded)).toEqual([true, true]);
  expect(other.isEnded).toBe(false);
  expect(observations.of(ann.observer).size).toBe(0);
  expect([...observations.of(bob.observer).keys()]).toEqual(['o1']);
  expect(heard).toEqual(['+chat', '+members', '-members']);
  observations.deliver('chat', change(1));
  expect([ann.got, bob.got]).toEqual([[], [1]]);
});

test('[RT3] the end of one observation leaves the others of the same person', () => {
  const { observations, add } = makeObservations();
  const ann = makeObserver('ann');
  add(ann, 'o1', 'chat');
  add(ann, 'o2', 'chat');
  observations.end(ann.observer, 'o1');
  expect([...observations.of(ann.observer).keys()]).toEqual(['o2']);
  observations.deliver('chat', change(1));
  expect(ann.got).toEqual([1]);
});
