import { Permission, RoomRole } from '@matinee/contract/gen/service/client/members_pb.ts';
import { TerminationCode } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { expect, test } from 'vitest';
import { changePayload } from '../frames.ts';
import { settle } from '../peer.fixture.ts';
import { chatEvents, guestPrincipal, playbackState, roomId } from '../people.fixture.ts';
import { makeHarness } from '../realtime.fixture.ts';

test('[RT29] who lost the place or the sign-in while the connection was being opened is told and disconnected', async () => {
  const harness = await makeHarness();
  const removed = harness.connect('usr_ann');
  harness.state.standings.set('usr_ann', undefined);
  const signedOut = harness.connect('usr_bob');
  harness.state.signedOut.add('usr_bob');
  const kept = harness.connect('usr_cleo');
  await settle();
  harness.clock.advance(1_000);
  await settle();
  const { REMOVED, REVOKED } = TerminationCode;
  const codes = [removed, signedOut, kept].map(({ socket }) => socket.all('termination').map(({ code }) => code));
  expect(codes).toEqual([[REMOVED], [REVOKED], []]);
});

test('[RT29] everybody is checked when asked for', async () => {
  const harness = await makeHarness();
  for (const id of ['usr_ann', 'usr_bob']) harness.connect(id);
  await settle();
  harness.state.checks.length = 0;
  harness.realtime.checkEverybody();
  await settle();
  expect(harness.state.checks).toEqual(['usr_ann', 'usr_bob']);
});

test('[RT18] an event that may change standing checks those it is about, or everybody', async () => {
  const harness = await makeHarness();
  for (const id of ['usr_ann', 'usr_bob']) harness.connect(id);
  await settle();
  harness.state.checks.length = 0;
  harness.changeMembers('usr_ann');
  await settle();
  expect(harness.state.checks.splice(0)).toEqual(['usr_ann']);
  harness.events.commit(roomId, 'roomSettings', changePayload({}));
  await settle();
  expect(harness.state.checks.splice(0)).toEqual(['usr_ann', 'usr_bob']);
  harness.chat();
  await settle();
  expect(harness.state.checks).toEqual([]);
});

test('[RT18] who is no longer in the room is told and disconnected', async () => {
  const harness = await makeHarness();
  const [ann, guest] = [harness.connect('usr_ann'), harness.connect(guestPrincipal('gst_1'))];
  await settle();
  for (const id of ['usr_ann', 'gst_1']) harness.state.standings.set(id, undefined);
  harness.changeMembers('usr_ann');
  harness.events.commit(roomId, 'roomSettings', changePayload({}));
  await settle();
  const codes = [ann, guest].map((peer) => peer.socket.all('termination').map((t) => [t.code, t.mayReconnect]));
  expect(codes).toEqual([[[TerminationCode.REMOVED, false]], [[TerminationCode.GUEST_REVOKED, false]]]);
});

test('[RT18] who lost a permission loses what needs it and keeps the rest', async () => {
  const harness = await makeHarness();
  const ann = harness.connect('usr_ann');
  await ann.observe('chat', { resource: chatEvents });
  await ann.observe('state', { resource: playbackState });
  const permissions = new Set([Permission.VIEW_MEMBERS]);
  harness.state.standings.set('usr_ann', { roomId, role: RoomRole.MEMBER, permissions });
  harness.changeMembers('usr_ann');
  await settle();
  expect(ann.socket.all('resourceObserveError').map((e) => [e.observeId, e.code])).toEqual([
    ['chat', 'realtime.not_permitted'],
  ]);
  ann.socket.clear();
  harness.chat();
  harness.changePlayback();
  expect(ann.socket.all('resourceChanged').map((c) => c.resource.case)).toEqual(['playbackState']);
});

test('[RT18] everybody is checked within 30 s without an event, spread over the time', async () => {
  const harness = await makeHarness();
  const peers = Array.from({ length: 60 }, (_, n) => harness.connect(`usr_${n}`));
  await settle();
  // The check of the newcomers.
  harness.clock.advance(1_000);
  await settle();
  harness.state.checks.length = 0;
  for (let n = 0; n < 6; n++) {
    harness.clock.advance(5_000);
    await settle();
    expect(harness.state.checks.length).toBe((n + 1) * 10);
  }
  expect(new Set(harness.state.checks).size).toBe(peers.length);
});

test('[RT18] a database that is away throws nobody out, and an event that comes during a check asks again', async () => {
  const harness = await makeHarness();
  const ann = harness.connect('usr_ann');
  await settle();
  harness.state.failing = true;
  harness.state.checks.length = 0;
  harness.changeMembers('usr_ann');
  harness.changeMembers('usr_ann');
  await settle();
  expect(harness.state.checks).toEqual(['usr_ann', 'usr_ann']);
  expect(ann.socket.closed).toBeUndefined();
});
