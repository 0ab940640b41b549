import type { ServerMessage } from '@matinee/contract/gen/api.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { commandTimeoutMs, makeCommands, type RoomCommand } from './commands.ts';
import type { Outgoing } from './connection.ts';

const play: RoomCommand = { update_playback_state: { is_playing: true } };

function makeWorld() {
  const sent: Outgoing[] = [];
  const world = { isOpen: true, sent };
  const commands = makeCommands('room_1', (message) => {
    if (world.isOpen) sent.push(message);
    return world.isOpen;
  });
  const say = (message: object) => commands.read(message as ServerMessage);
  /** Runs a command and keeps how it ended: `done`, or the reason of its failure. */
  const run = (id: string, isPatient = false) => {
    const ended = { how: 'waiting' };
    commands.run(play, { id, isPatient }).then(
      () => {
        ended.how = 'done';
      },
      (error) => {
        ended.how = error.code;
      },
    );
    return ended;
  };
  return { world, sent, commands, say, run };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a command names its room and an operation of its own', () => {
  const { commands, sent } = makeWorld();
  for (let times = 0; times < 2; times += 1) commands.run(play).catch(() => undefined);
  expect(sent[0]).toEqual({
    update_playback_state: { is_playing: true, room_id: 'room_1' },
    client_operation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(sent[1]!.client_operation_id).not.toBe(sent[0]!.client_operation_id);
});

test('[CS6] an answer ends the command that it names, and no other', async () => {
  const { say, run } = makeWorld();
  const [one, other] = [run('one'), run('other')];
  say({ command_done: { client_operation_id: 'one' } });
  say({ command_done: { client_operation_id: 'unknown' } });
  say({ error: { code: 'call.too_large', message: 'No.' } });
  await settle();
  expect([one.how, other.how]).toEqual(['done', 'waiting']);
});

test('[CS6] a refusal has the reason of the server, and how long to wait where it says so', async () => {
  const { commands, say } = makeWorld();
  const refusal = (id: string, more: object) => {
    const result = commands.run(play, { id }).catch((error: unknown) => error);
    say({ error: { client_operation_id: id, code: 'chat.slow_mode', message: 'Slowly.', ...more } });
    return result;
  };
  expect(await refusal('a', {})).toMatchObject({ status: 409, code: 'chat.slow_mode', message: 'Slowly.' });
  expect(await refusal('b', { retry_after_seconds: 7 })).toMatchObject({ status: 429, retryAfterSeconds: 7 });
});

test('[CS6] a command that nobody answers is given up after 10 s, a patient one is not', async () => {
  const { run } = makeWorld();
  const [hasty, patient] = [run('hasty'), run('patient', true)];
  await vi.advanceTimersByTimeAsync(commandTimeoutMs - 1);
  expect(hasty.how).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect([hasty.how, patient.how]).toEqual(['timeout', 'waiting']);
});

test('[CS5] what waits is given up with its connection, and an answer that comes later changes nothing', async () => {
  const { commands, say, run } = makeWorld();
  const [one, patient] = [run('one'), run('patient', true)];
  commands.lose();
  say({ command_done: { client_operation_id: 'one' } });
  await settle();
  expect([one.how, patient.how]).toEqual(['connection_lost', 'connection_lost']);
});

test('[CS5] a command without a connection fails at once, and leaving the room ends those that wait', async () => {
  const { world, commands, run } = makeWorld();
  const waiting = run('waiting');
  world.isOpen = false;
  const offline = run('offline');
  commands.close();
  await settle();
  expect([waiting.how, offline.how]).toEqual(['closed', 'offline']);
});
