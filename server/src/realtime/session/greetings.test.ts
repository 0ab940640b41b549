import { fromBinary } from '@bufbuild/protobuf';
import { ServerMessageSchema } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { expect, test } from 'vitest';
import { Greetings, HEARTBEAT_SECONDS } from './greetings.ts';

test('[RT15] each connection is greeted by its own ids, however long they are, and no earlier greeting changes', () => {
  const greetings = new Greetings('room_1');
  const ids = [
    ['con_1', 'usr_1'],
    ['con_2', 'usr_2'],
    ['con_2', 'guest_of_another_length'],
    ['con_333', 'guest_of_another_place!'],
    ['con_4', 'usr_4'],
  ] as const;
  const frames = ids.map(([connectionId, principalId]) => greetings.frame(connectionId, principalId));
  for (const [place, [connectionId, principalId]] of ids.entries()) {
    expect(fromBinary(ServerMessageSchema, frames[place]!).message).toMatchObject({
      case: 'welcome',
      value: { roomId: 'room_1', connectionId, principalId, heartbeatSeconds: HEARTBEAT_SECONDS },
    });
  }
});
