import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeRoomWorld } from '../../../client/room/room.fixture.ts';
import { makeStore } from '../../../client/store.ts';
import { makeOutbox, type OutgoingMessage } from './outbox.ts';

type World = ReturnType<typeof makeRoomWorld>;
type TestSocket = World['sockets'][number];

let world: World;
let outbox: ReturnType<typeof makeOutbox>;
beforeEach(() => {
  vi.useFakeTimers();
  world = makeRoomWorld([]);
  outbox = makeOutbox(world.room);
  outbox.start();
});
afterEach(() => {
  world.room.close();
  vi.useRealTimers();
});

const states = () => outbox.outgoing.get().map(({ content, state }) => [content, state]);
const sentOn = (socket: TestSocket) => socket.sent.filter((message) => message.send_chat_message);
/** Lets answers reach the code that waits for them. */
const settle = () => vi.advanceTimersByTimeAsync(0);

test('[CS5] a message waits for the connection and is sent again under the same id', async () => {
  outbox.send('hello');
  await settle();
  expect(states()).toEqual([['hello', 'waiting']]);
  const first = await world.connect();
  await settle();
  const [message] = sentOn(first);
  expect(message?.send_chat_message).toMatchObject({
    room_id: 'room_1',
    content: 'hello',
    client_message_id: message?.client_operation_id,
  });
  expect(states()).toEqual([['hello', 'sending']]);
  first.onclose?.();
  await vi.advanceTimersByTimeAsync(300);
  const second = await world.connect();
  await settle();
  expect(sentOn(second)).toEqual([message]);
});

test('[CS5] a message that the server has waits for nothing but its arrival', async () => {
  const first = await world.connect();
  outbox.send('hello');
  const id = sentOn(first)[0]!.client_operation_id!;
  first.say({ command_done: { client_operation_id: id } });
  await settle();
  first.onclose?.();
  await vi.advanceTimersByTimeAsync(300);
  const second = await world.connect();
  await settle();
  expect(sentOn(second)).toEqual([]);
  outbox.settle([{ client_message_id: id } as never]);
  expect(states()).toEqual([]);
});

test('[WC4] a message that the server refuses fails, and can be sent again or discarded', async () => {
  const socket = await world.connect();
  const refuse = () => {
    const id = sentOn(socket).at(-1)!.client_operation_id;
    socket.say({ error: { code: 'chat.slow_mode', message: 'No.', client_operation_id: id } });
    return settle();
  };
  outbox.send('hello');
  await refuse();
  expect(outbox.outgoing.get()).toMatchObject([{ state: 'failed', error: { code: 'chat.slow_mode' } }]);
  const { clientMessageId } = outbox.outgoing.get()[0]!;
  outbox.retry(clientMessageId);
  expect(states()).toEqual([['hello', 'sending']]);
  expect(sentOn(socket).map((message) => message.client_operation_id)).toEqual([clientMessageId, clientMessageId]);
  await refuse();
  outbox.discard(clientMessageId);
  expect(states()).toEqual([]);
});

test('[WC4] a slow answer is waited for as long as the connection stands', async () => {
  const socket = await world.connect();
  outbox.send('hello');
  for (let second = 0; second < 30; second += 4) {
    socket.say({ heartbeat: {} });
    await vi.advanceTimersByTimeAsync(4_000);
  }
  expect(states()).toEqual([['hello', 'sending']]);
});

test('[WM4] what a message asks for goes with it, also when it is sent again', async () => {
  outbox.send('May I have the remote?', { metadata: { asks_for: 'remote' } });
  const first = await world.connect();
  await settle();
  first.onclose?.();
  await vi.advanceTimersByTimeAsync(300);
  const second = await world.connect();
  await settle();
  for (const socket of [first, second])
    expect(sentOn(socket)[0]?.send_chat_message).toMatchObject({ metadata: { asks_for: 'remote' } });
});

test('[WCF4] a message goes when the server has its files, and what it has forgotten is uploaded anew', async () => {
  const socket = await world.connect();
  let [given, forgotten, discarded] = [0, 0, 0];
  let arrive: () => void = () => {};
  const files = {
    views: makeStore([]),
    chosen: [],
    references: async () => {
      given += 1;
      await new Promise<void>((resolve) => {
        arrive = resolve;
      });
      return [{ kind: 'UPLOAD', id: `att_${given}` }] as const;
    },
    forget: () => void forgotten++,
    discard: () => void discarded++,
  };
  outbox.send('', { files });
  await settle();
  expect(sentOn(socket)).toEqual([]);
  arrive();
  await settle();
  const [message] = sentOn(socket);
  expect(message?.send_chat_message).toMatchObject({ content: '', attachments: [{ kind: 'UPLOAD', id: 'att_1' }] });
  const id = message!.client_operation_id!;
  const refuse = () =>
    socket.say({ error: { code: 'chat.attachment_not_found', message: 'No.', client_operation_id: id } });
  refuse();
  await settle();
  arrive();
  await settle();
  expect(sentOn(socket).map(({ send_chat_message }) => send_chat_message?.attachments[0]?.id)).toEqual([
    'att_1',
    'att_2',
  ]);
  expect([forgotten, states()]).toEqual([1, [['', 'sending']]]);
  refuse();
  await settle();
  expect([forgotten, states()]).toEqual([1, [['', 'failed']]]);
  outbox.discard(id);
  expect([discarded, states()]).toEqual([1, []]);
});

test('[WCF13] what an earlier page did not send goes with the same id, and is forgotten when the server has it', async () => {
  const rows = new Map<string, string>([['old', 'from before']]);
  const keeper = {
    keep: ({ clientMessageId, content }: OutgoingMessage) => void rows.set(clientMessageId, content),
    forget: (id: string) => void rows.delete(id),
    restore: async () => [
      { clientMessageId: 'old', content: 'from before', state: 'waiting' } as const,
      { clientMessageId: 'older', content: 'from yesterday', state: 'failed', error: {} } as const,
    ],
  };
  const kept = makeOutbox(world.room, async () => keeper);
  const socket = await world.connect();
  kept.start();
  await settle();
  kept.send('new');
  await settle();
  expect(kept.outgoing.get().map(({ content, state }) => [content, state])).toEqual([
    ['from before', 'sending'],
    ['from yesterday', 'failed'],
    ['new', 'sending'],
  ]);
  expect(sentOn(socket).map(({ client_operation_id }) => client_operation_id)).toContain('old');
  const newId = kept.outgoing.get()[2]!.clientMessageId;
  expect([...rows.keys()]).toEqual(['old', newId]);
  socket.say({ command_done: { client_operation_id: 'old' } });
  await settle();
  kept.discard(newId);
  await settle();
  expect([...rows.keys()]).toEqual([]);
});
