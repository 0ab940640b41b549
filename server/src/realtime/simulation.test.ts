/** Rooms in which everything goes wrong at once. Once they come to rest, every member has the server's state. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Peer, settle } from './peer.fixture.ts';
import { chatEvents, playbackState } from './people.fixture.ts';
import { type Harness, makeHarness } from './realtime.fixture.ts';

/** A client as the contract describes it: keeps the events that it received, and resumes from there. */
class Member {
  readonly id: string;
  version = 0;
  chat: number[] = [];
  /** Sequence from which the chat resumes; undefined until the server has reported its position. */
  cursor: number | undefined;
  firstCursor = 0;
  peer: Peer | undefined;

  constructor(id: string) {
    this.id = id;
  }

  connect(harness: Harness): void {
    if (this.peer !== undefined) return;
    this.peer = harness.connect(this.id, false);
    const after = this.cursor === undefined ? {} : { afterEventSequence: BigInt(this.cursor) };
    this.peer.say({ case: 'observeResource', value: { observeId: 'chat', resource: chatEvents, ...after } });
    const version = this.version === 0 ? {} : { version: this.version };
    this.peer.say({ case: 'observeResource', value: { observeId: 'state', resource: playbackState, ...version } });
  }

  drop(): void {
    this.peer?.drop();
    this.peer = undefined;
  }

  read(count?: number): void {
    for (const { message } of this.peer?.socket.flush(count) ?? []) {
      if (message.case === 'resourceObserved' && message.value.observeId === 'chat')
        this.#observed(Number(message.value.cursor));
      if (message.case === 'resourceObserveError') throw new Error(message.value.code);
      if (message.case !== 'resourceChanged') continue;
      const { resource, sequence, version } = message.value;
      if (resource.case === 'playbackState') this.version = Math.max(this.version, version);
      if (resource.case !== 'chatEvent') continue;
      this.chat.push(Number(sequence));
      this.cursor = Number(sequence);
    }
    if (this.peer?.socket.closed) this.drop();
  }

  #observed(cursor: number): void {
    if (this.cursor !== undefined) return;
    this.cursor = cursor;
    this.firstCursor = cursor;
  }
}

const who = fc.nat({ max: 3 });
const action = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('chat' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('play' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('burst' as const), count: fc.integer({ min: 50, max: 300 }) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('relay' as const), count: fc.integer({ min: 1, max: 200 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('connect' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('drop' as const), who }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('read' as const), who, count: fc.integer({ min: 1, max: 40 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hold' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('release' as const) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('settle' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 40_000 }) }) },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

async function act(harness: Harness, members: readonly Member[], step: Action): Promise<void> {
  switch (step.do) {
    case 'chat':
      harness.chat();
      return;
    case 'play':
      harness.changePlayback();
      return;
    case 'burst':
      for (let n = 0; n < step.count; n++) harness.chat();
      return;
    case 'relay':
      harness.events.relay(step.count);
      return;
    case 'connect':
      members[step.who]!.connect(harness);
      return;
    case 'drop':
      members[step.who]!.drop();
      return;
    case 'read':
      members[step.who]!.read(step.count);
      return;
    case 'hold':
      harness.events.hold();
      return;
    case 'release':
      harness.events.release();
      return;
    case 'settle':
      return settle();
    case 'wait':
      harness.clock.advance(step.ms);
      return;
    default:
      step satisfies never;
  }
}

/** Brings the room to rest: everything is relayed, read and connected again. */
async function rest(harness: Harness, members: readonly Member[]): Promise<void> {
  harness.events.release();
  harness.events.isRelaying = true;
  for (let round = 0; round < 40; round++) {
    harness.events.relay();
    for (const member of members) {
      member.connect(harness);
      member.read();
    }
    await settle();
    harness.clock.advance(20);
    await settle();
  }
}

async function simulate(steps: readonly Action[]): Promise<void> {
  const harness = await makeHarness({ limits: { outboundFrames: 130 } });
  harness.events.isRelaying = false;
  const members = ['usr_0', 'usr_1', 'usr_2', 'usr_3'].map((id) => new Member(id));
  for (const step of steps) await act(harness, members, step);
  await rest(harness, members);
  const chat = harness.events.stored.filter((e) => e.kind === 'chatEvents').map((e) => e.sequence);
  for (const member of members) {
    expect(member.version, member.id).toBe(harness.state.playbackVersion);
    expect(member.chat, member.id).toEqual(chat.filter((sequence) => sequence > member.firstCursor));
  }
}

test('[RT4] [RT6] whatever drops, stalls and is late, at rest every member has what the server has', async () => {
  await fc.assert(fc.asyncProperty(fc.array(action, { maxLength: 60 }), simulate), { numRuns: 400, seed: 20_261_121 });
});

test('[RT4] a member that reconnects while the relay is behind and the store slow misses nothing', async () => {
  await simulate([
    { do: 'connect', who: 0 },
    { do: 'settle' },
    { do: 'read', who: 0, count: 5 },
    { do: 'chat' },
    { do: 'hold' },
    { do: 'drop', who: 0 },
    { do: 'connect', who: 0 },
    { do: 'burst', count: 250 },
    { do: 'relay', count: 3 },
    { do: 'release' },
  ]);
});
