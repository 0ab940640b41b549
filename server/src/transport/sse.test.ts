import { request } from 'node:http';
import { ChatEventKind } from '@matinee/contract/gen/service/client/chat_pb.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { AppError } from '../kernel/errors.ts';
import { manualClock, type Running, startTransport, turns, until } from './transport.fixture.ts';

let running: Running;
afterEach(() => running.stop());

const path = '/api/rooms/room_1/watch/chat-events';
const event = (eventId: string) => ({ event: { eventId, kind: ChatEventKind.SENT } });

/** Opens the stream and reads it in pieces. */
async function open(headers: Record<string, string> = {}, at = path) {
  const client = new AbortController();
  const response = await fetch(running.url + at, { headers, signal: client.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async () => (await reader?.read())?.value;
  return { response, read, leave: () => client.abort() };
}

describe('event streams', () => {
  test('[TR18] each message is one event, its id is the sequence', async () => {
    running = await startTransport({
      'RoomService.WatchChatEvents': async function* () {
        yield event('41');
        yield event('42');
      },
    });
    const { response } = { response: await fetch(running.url + path) };
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(await response.text()).toBe(
      'id: 41\ndata: {"event":{"eventId":"41","kind":"sent"}}\n\nid: 42\ndata: {"event":{"eventId":"42","kind":"sent"}}\n\n',
    );
    expect(running.calls[0]).toMatchObject({ transport: 'sse', roomId: 'room_1' });
  });

  test('[TR18] messages without a sequence have no id', async () => {
    running = await startTransport({
      'RoomService.WatchPlaybackState': async function* () {
        yield { playbackState: { version: 3 } };
      },
    });
    const text = await (await fetch(`${running.url}/api/rooms/room_1/watch/playback-state`)).text();
    expect(text).toMatch(/^data: \{"playback_state":/);
  });

  test('[TR19] Last-Event-ID is where the stream resumes, and wins over the query', async () => {
    running = await startTransport({ 'RoomService.WatchChatEvents': async function* () {} });
    await fetch(`${running.url}${path}?after_event_sequence=5`, { headers: { 'last-event-id': '9007199254740993' } });
    await fetch(`${running.url}${path}?afterEventSequence=5`);
    await fetch(running.url + path);
    expect(running.calls.map(({ message }) => (message as { afterEventSequence?: bigint }).afterEventSequence)).toEqual(
      [9007199254740993n, 5n, undefined],
    );
    const refused = await fetch(running.url + path, { headers: { 'last-event-id': 'x' } });
    expect(refused.status).toBe(400);
  });

  test('[TR20] a refusal is an ordinary answer', async () => {
    running = await startTransport({
      // biome-ignore lint/correctness/useYield: it is refused before it yields
      'RoomService.WatchChatEvents': async function* () {
        throw new AppError('permission_denied', 'call.not_a_member', 'No.');
      },
    });
    const response = await fetch(running.url + path);
    expect([response.status, (await response.json()).code]).toEqual([403, 'call.not_a_member']);
  });

  test('[TR20] headers come once access is decided, before any event', async () => {
    const clock = manualClock();
    running = await startTransport(
      {
        'RoomService.WatchChatEvents': async function* (incoming) {
          incoming.onAdmitted?.();
          await new Promise((resolve) => incoming.signal.addEventListener('abort', resolve));
        },
      },
      { clock },
    );
    const { response, read, leave } = await open();
    expect(response.status).toBe(200);
    clock.advance(15_000);
    expect(await read()).toBe(': heartbeat\n\n');
    leave();
    await until(() => running.calls[0]?.signal.aborted === true);
  });

  test('[TR21] a failure after the start is an event named error', async () => {
    running = await startTransport({
      'RoomService.WatchChatEvents': async function* () {
        yield event('1');
        throw new AppError('unavailable', 'store.down', 'Later.');
      },
    });
    const text = await (await fetch(running.url + path)).text();
    expect(text).toMatch(/\n\nevent: error\ndata: \{"error":"Later\.","status":503,"code":"store\.down"/);
  });

  test('[TR22] the source is read no faster than the client reads, and a stalled client is cut off', async () => {
    const clock = manualClock();
    let made = 0;
    running = await startTransport(
      {
        'RoomService.WatchChatEvents': async function* () {
          for (;;) {
            made++;
            yield { event: { eventId: String(made), message: { content: 'x'.repeat(10_000) } } };
          }
        },
      },
      { clock },
    );
    const response = await new Promise<import('node:http').IncomingMessage>((resolve) => {
      request(running.url + path, resolve).end();
    });
    response.on('error', () => undefined);
    response.pause();
    await until(() => made > 0);
    // Without backpressure this source would make an event in each turn of the event loop.
    await turns(10_000);
    expect(made).toBeLessThan(5_000);
    clock.advance(15_000);
    clock.advance(15_000);
    await until(() => running.calls[0]?.signal.aborted === true);
    response.destroy();
  });

  test('[TR23] a server that stops ends its streams', async () => {
    running = await startTransport({
      'RoomService.WatchChatEvents': async function* ({ signal }) {
        yield event('1');
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      },
    });
    const response = await fetch(running.url + path);
    await running.stop();
    expect(await response.text()).toMatch(/^id: 1\n/);
  });
});
