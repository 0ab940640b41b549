import { PresenceState, TerminationCode } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../kernel/errors.ts';
import { defaultLimits } from '../limits.ts';
import { MemoryEvents } from '../memory-events.fixture.ts';
import { FakeSocket, settle } from '../peer.fixture.ts';
import { chatEvents, guestPrincipal, playbackState, roomId, userPrincipal } from '../people.fixture.ts';
import { makeHarness } from '../realtime.fixture.ts';
import { terminationTopic } from '../terminations.ts';
import { OutboundWindow } from './outbound-window.ts';

const sendChat = (content: string) =>
  ({ case: 'sendChatMessage', value: { clientMessageId: content, content } }) as const;

describe('back-pressure', () => {
  test('[RT10] the 257th waiting frame ends the connection with a reason, and nothing follows', async () => {
    const harness = await makeHarness();
    const [slow, fast] = [harness.connect('usr_slow', false), harness.connect('usr_fast')];
    for (const peer of [slow, fast]) await peer.observe('chat', { resource: chatEvents });
    for (let n = 0; n < 300; n++) harness.chat(`m${n}`);
    expect(slow.socket.closed?.code).toBe(1013);
    slow.socket.flush();
    expect(slow.socket.read.length).toBeLessThan(262);
    expect(slow.socket.read.at(-1)?.message).toMatchObject({
      case: 'termination',
      value: { code: TerminationCode.TOO_SLOW, mayReconnect: true },
    });
    expect(fast.socket.all('resourceChanged')).toHaveLength(300);
  });

  test('[RT10] a reader that is behind but reads on stays', async () => {
    const harness = await makeHarness();
    const slow = harness.connect('usr_slow', false);
    await slow.observe('chat', { resource: chatEvents });
    for (let n = 0; n < 200; n++) harness.chat();
    for (let n = 0; n < 1_000; n++) {
      harness.chat();
      slow.socket.flush(1);
    }
    expect(slow.socket.closed).toBeUndefined();
  });

  test('[RT10] 4 MiB are too much, in however few frames', () => {
    const window = new OutboundWindow(defaultLimits);
    expect(window.admit(1_000_000, 3_000_000)).toBe(true);
    expect(window.admit(1_000_000, 4_000_000)).toBe(false);
  });
});

describe('commands', () => {
  test('[RT11] run one after the other in order, named by the envelope, and are answered', async () => {
    const harness = await makeHarness();
    const done: (() => void)[] = [];
    harness.pipeline.answer = () => new Promise((resolve) => done.push(() => resolve({})));
    const ann = harness.connect('usr_ann');
    ann.say({ case: 'updatePlaybackState', value: { isPlaying: true } }, 'op-1');
    ann.say(sendChat('second'), 'op-2');
    await settle();
    expect(harness.pipeline.calls.map((c) => c.connection?.connectionId)).toEqual([ann.session.connectionId]);
    expect(harness.pipeline.calls.map((c) => c.message)).toMatchObject([
      { isPlaying: true, clientOperationId: 'op-1' },
    ]);
    done.shift()?.();
    await settle();
    done.shift()?.();
    await settle();
    expect(harness.pipeline.calls[1]).toMatchObject({
      roomId,
      transport: 'ws',
      bearer: undefined,
      principal: { userId: 'usr_ann' },
      message: { content: 'second' },
    });
    expect(ann.socket.all('commandDone').map((c) => c.clientOperationId)).toEqual(['op-1', 'op-2']);
  });

  test('[RT11] [TR38] an error repeats the operation id and says why fields were refused; a fault of the server is `internal`', async () => {
    const violation = { field: 'x', reason: 'chat.too_many_bytes', params: { max: '4' }, description: 'is too long' };
    const harness = await makeHarness();
    const ann = harness.connect('usr_ann');
    harness.pipeline.answer = async () => {
      throw new AppError('resource_exhausted', 'chat.slow_mode', 'Slow down.', {
        retryAfterSeconds: 3,
        violations: [violation],
      });
    };
    ann.say(sendChat('a'), 'op-1');
    await settle();
    harness.pipeline.answer = async () => {
      throw new Error('secret');
    };
    ann.say(sendChat('b'));
    await settle();
    const [first, second] = ann.socket.all('error');
    expect(first).toMatchObject({
      code: 'chat.slow_mode',
      message: 'Slow down.',
      clientOperationId: 'op-1',
      retryAfterSeconds: 3,
      violations: [violation],
    });
    expect(second).toMatchObject({ code: 'internal' });
    expect(second?.message).not.toContain('secret');
  });

  test('[RT11] the operation id that a command names itself is repeated as that of its envelope is', async () => {
    const harness = await makeHarness();
    const ann = harness.connect('usr_ann');
    const named = { case: 'updatePlaybackState', value: { isPlaying: true, clientOperationId: 'inside' } } as const;
    ann.say(named);
    await settle();
    harness.pipeline.answer = async () => {
      throw new AppError('failed_precondition', 'playback.stale', 'No.');
    };
    ann.say(named);
    ann.say(named, 'envelope');
    await settle();
    expect(ann.socket.all('commandDone').map((c) => c.clientOperationId)).toEqual(['inside']);
    expect(ann.socket.all('error').map((e) => e.clientOperationId)).toEqual(['inside', 'envelope']);
  });

  test('[RT11] one runs and 32 wait; more are refused, and the end of the session aborts', async () => {
    const harness = await makeHarness();
    harness.pipeline.answer = () => new Promise(() => {});
    const ann = harness.connect('usr_ann');
    for (let n = 0; n < 35; n++) ann.say(sendChat(`m${n}`), `op-${n}`);
    await settle();
    expect(ann.socket.all('error').map((e) => [e.code, e.clientOperationId])).toEqual([
      ['realtime.too_many_commands', 'op-33'],
      ['realtime.too_many_commands', 'op-34'],
    ]);
    ann.drop();
    await settle();
    expect(harness.pipeline.calls).toHaveLength(1);
    expect(harness.pipeline.calls[0]?.signal.aborted).toBe(true);
  });

  test('[RT11] signals go to the feature that declared them', async () => {
    const reports: unknown[] = [];
    const signals = { playbackReport: (_: unknown, message: unknown) => void reports.push(message) };
    const harness = await makeHarness({ signals });
    harness.connect('usr_ann').say({ case: 'playbackReport', value: { state: PresenceState.PLAYING } });
    expect(reports).toMatchObject([{ state: PresenceState.PLAYING }]);
    const other = await makeHarness();
    const bob = other.connect('usr_bob');
    bob.say({ case: 'playbackReport', value: {} });
    expect(bob.socket.all('error')[0]?.code).toBe('realtime.unknown_message');
  });
});

describe('frames', () => {
  test('[RT34] what lasts as long as a connection hears of each check of standing, and of the end once', async () => {
    const harness = await makeHarness();
    const ann = harness.connect('usr_ann');
    const heard: string[] = [];
    const watcher = (name: string) => ({
      standingChecked: () => heard.push(`${name} checked`),
      ended: () => heard.push(`${name} ended`),
    });
    ann.session.watch(watcher('one'));
    const endWatch = ann.session.watch(watcher('other'));
    ann.session.changeStanding(ann.session.standing);
    endWatch();
    ann.drop();
    ann.drop();
    ann.session.watch(watcher('late'));
    expect(heard).toEqual(['one checked', 'other checked', 'one ended', 'late ended']);
  });

  test('[RT12] what is no message is answered, and the tenth ends the connection', async () => {
    const harness = await makeHarness();
    const ann = harness.connect('usr_ann');
    for (let n = 0; n < 12; n++) ann.session.receive(Uint8Array.of(0xff, 0xff, 0xff));
    expect(ann.socket.all('error').map((e) => e.code)).toEqual(Array(10).fill('realtime.bad_frame'));
    expect(ann.socket.all('termination')[0]?.code).toBe(TerminationCode.PROTOCOL);
    expect(ann.socket.closed?.code).toBe(1002);
  });

  test('[RT12] a message that breaks the rules of its fields, or says nothing, is answered and counts for nothing', async () => {
    const harness = await makeHarness();
    const ann = harness.connect('usr_ann');
    for (let n = 0; n < 20; n++) ann.say({ case: 'unobserveResource', value: { observeId: '' } });
    ann.session.receive(new Uint8Array());
    ann.say({ case: 'heartbeat', value: {} }, 'x'.repeat(65));
    expect(new Set(ann.socket.all('error').map((e) => e.code))).toEqual(
      new Set(['realtime.bad_frame', 'realtime.unknown_message']),
    );
    expect(ann.socket.all('error')[0]?.message).toContain('observe_id');
    expect(ann.socket.closed).toBeUndefined();
  });

  test('[RT13] 100 frames at once, then 50 a second; who does not stop is disconnected', async () => {
    const harness = await makeHarness();
    const ann = harness.connect('usr_ann');
    const probe = () => ann.say({ case: 'clockProbe', value: { clientSentMs: 1 } });
    for (let n = 0; n < 150; n++) probe();
    expect(ann.socket.all('clockReply')).toHaveLength(100);
    expect(ann.socket.all('error').map((e) => [e.code, e.retryAfterSeconds])).toEqual([['realtime.too_fast', 1]]);
    harness.clock.advance(1_000);
    for (let n = 0; n < 60; n++) probe();
    expect(ann.socket.all('clockReply')).toHaveLength(150);
    for (let n = 0; n < 3_000; n++) probe();
    expect(ann.socket.closed?.code).toBe(1002);
  });

  test('[RT13] of frames over the budget nothing is read, in whatever form they come', async () => {
    const harness = await makeHarness();
    const ann = harness.connect('usr_ann');
    let read = 0;
    const fromText = () => {
      read += 1;
      return new Uint8Array();
    };
    for (let n = 0; n < 3_000; n++) ann.session.receive(Buffer.from('{}'), fromText);
    expect(read).toBe(100);
    expect(ann.socket.closed?.code).toBe(1002);
  });

  test('[RT14] a probe gets the times of receipt and sending, and the room knows its round trips', async () => {
    const harness = await makeHarness();
    expect(harness.realtime.roundTripP90(roomId)).toBe(0);
    for (let n = 1; n <= 20; n++) {
      const peer = harness.connect(`usr_${n}`);
      peer.say({ case: 'clockProbe', value: { clientSentMs: 5, roundTripMs: n * 10 } });
      const now = harness.clock.nowMs();
      expect(peer.socket.all('clockReply')).toMatchObject([
        { clientSentMs: 5, serverReceivedMs: now, serverSentMs: now },
      ]);
      peer.say({ case: 'clockProbe', value: { clientSentMs: 5, roundTripMs: Number.NaN } });
    }
    expect(harness.realtime.roundTripP90(roomId)).toBe(180);
  });
});

describe('ends', () => {
  test('[RT15] heartbeats go out every 25 s, and 60 s of silence end the connection', async () => {
    const harness = await makeHarness();
    const [quiet, lively] = [harness.connect('usr_quiet'), harness.connect('usr_lively')];
    for (let n = 0; n < 6; n++) {
      harness.clock.advance(10_000);
      lively.session.heard();
    }
    expect(quiet.socket.all('heartbeat')).toHaveLength(2);
    expect(quiet.socket.pings).toBe(2);
    expect(quiet.socket.closed).toBeDefined();
    expect(lively.socket.closed).toBeUndefined();
  });

  test('[RT16] a user, a sign-in and a room with its guests can be ended, on all replicas', async () => {
    const events = new MemoryEvents();
    const [one, two] = [await makeHarness({ events }), await makeHarness({ events, replicaId: 'replica-2' })];
    const peers = {
      ann: two.connect('usr_ann'),
      bob: two.connect('usr_bob'),
      guest: two.connect(guestPrincipal('gst_1')),
      cleo: one.connect('usr_cleo'),
      other: two.connect('usr_cleo', true, 'room_2'),
    };
    const ended = () => Object.values(peers).map((p) => p.socket.all('termination')[0]?.code);
    const { BANNED, REVOKED, ROOM_DELETED } = TerminationCode;
    one.terminate('user', 'usr_ann', BANNED);
    one.terminate('session', 'ses_usr_ann', REVOKED);
    one.terminate('session', 'ses_usr_bob', REVOKED);
    one.terminate('room', roomId, ROOM_DELETED);
    expect(ended()).toEqual([BANNED, REVOKED, ROOM_DELETED, ROOM_DELETED, undefined]);
    expect(peers.ann.socket.closed?.code).toBe(4002);
    expect(peers.ann.socket.all('termination')[0]?.mayReconnect).toBe(false);
  });

  test('[RT16] standing is checked where terminations were pruned before they were read', async () => {
    const harness = await makeHarness();
    const ann = harness.connect('usr_ann');
    await settle();
    harness.state.signedOut.add('usr_ann');
    harness.events.lose(7, terminationTopic);
    await settle();
    expect(ann.socket.all('termination').map(({ code }) => code)).toEqual([TerminationCode.REVOKED]);
  });

  test('[RT16] a session that was ended before it was opened closes its socket, and gives its place back once', async () => {
    const harness = await makeHarness();
    const session = harness.realtime.admit(harness.callOf(userPrincipal('usr_ann')));
    harness.terminate('user', 'usr_ann', TerminationCode.BANNED);
    const { socket } = harness.connect('usr_bob');
    const late = new FakeSocket();
    session.start(late);
    expect([late.closed?.code, late.read]).toEqual([1001, []]);
    session.closed();
    session.closed();
    expect(socket.closed).toBeUndefined();
    expect(harness.realtime.connectionCount).toBe(1);
  });

  test('[RT19] the connection ends with its token, and may come back', async () => {
    const harness = await makeHarness();
    const ann = harness.connect(userPrincipal('usr_ann', harness.clock.nowMs() + 12_000));
    harness.clock.advance(10_000);
    expect(ann.socket.closed).toBeUndefined();
    harness.clock.advance(5_000);
    expect(ann.socket.all('termination')[0]).toMatchObject({ code: TerminationCode.REVOKED, mayReconnect: true });
  });

  test('[RT20] the limits of person, room and process are kept, and places come back', async () => {
    const limits = { connectionsPerUser: 2, connectionsPerRoom: 3, connectionsPerProcess: 4 };
    const harness = await makeHarness({ limits });
    const first = harness.connect('usr_ann');
    harness.connect('usr_ann');
    expect(() => harness.connect('usr_ann')).toThrow('You have too many connections open.');
    harness.connect('usr_bob');
    expect(() => harness.connect('usr_cleo')).toThrow('The room has too many connections.');
    harness.connect('usr_cleo', true, 'room_2');
    expect(() => harness.connect('usr_dan', true, 'room_3')).toThrow('The server has too many connections.');
    first.drop();
    first.drop();
    harness.connect('usr_ann');
    expect(() => harness.connect('usr_ann')).toThrow(AppError);
  });

  test('[RT26] stopping admits nobody, tells everybody, and waits for the connections', async () => {
    const harness = await makeHarness();
    const ann = harness.connect('usr_ann');
    await ann.observe('state', { resource: playbackState });
    const deadline = new AbortController();
    let isStopped = false;
    const stopped = harness.realtime.stop!(deadline.signal).then(() => {
      isStopped = true;
    });
    expect(ann.socket.all('termination')[0]).toMatchObject({ code: TerminationCode.SHUTDOWN, mayReconnect: true });
    expect(() => harness.connect('usr_bob')).toThrow('The server is stopping.');
    await settle();
    expect(isStopped).toBe(false);
    ann.drop();
    harness.clock.advance(20);
    await stopped;
    expect([roomId, terminationTopic].map((topic) => harness.events.subscriptionsTo(topic))).toEqual([0, 0]);
  });

  test('[RT26] after the deadline it waits no longer', async () => {
    const harness = await makeHarness();
    harness.connect('usr_ann');
    const deadline = new AbortController();
    const stopped = harness.realtime.stop!(deadline.signal);
    deadline.abort();
    await stopped;
    expect(harness.clock.pending).toBe(0);
  });
});
