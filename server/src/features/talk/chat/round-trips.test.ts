import { type CountedRoom, startCountedRoom } from '@matinee/testkit/round-trips/counted-room.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let counted: CountedRoom;
beforeAll(async () => {
  counted = await startCountedRoom();
});
afterAll(() => counted?.stop());

test('[CH10] a message costs three round trips to the database over a socket, and four over REST', async () => {
  const { database, server, owner, room } = counted;
  const socket = await server.socket(room, owner.token);
  const overSocket = await database.fewest((run) =>
    socket.command({ case: 'sendChatMessage', value: { clientMessageId: `socket ${run}`, content: 'hello' } }),
  );
  await socket.close();
  const overRest = await database.fewest((run) =>
    server.ok({
      call: 'RoomService.SendChatMessage',
      token: owner.token,
      room,
      request: { client_message_id: `rest ${run}`, content: 'hello' },
    }),
  );
  expect({ overSocket, overRest }).toEqual({ overSocket: 3, overRest: 4 });
});
