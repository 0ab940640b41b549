import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { logFailedWork } from '../../kernel/failed-work.ts';
import { handleMember, handleRoom, handleRoomStream } from '../../kernel/handler.ts';
import type { Log } from '../../kernel/log.ts';
import type { Feature } from '../feature.ts';
import type { WatchRoom } from '../watch-room.ts';
import { type ChatParts, makeChat } from './chat.service.ts';
import { changeAuthor } from './chat.store.ts';
import { chatKind, makeSendMessage, type SendingParts } from './send-message.service.ts';

const cleaningPeriodMs = 600_000;

export function chatFeature(parts: ChatParts & SendingParts & { readonly log: Log }, watch: WatchRoom): Feature {
  const service = makeChat(parts);
  const send = makeSendMessage(parts);
  const method = RoomService.method;
  let stopCleaning: (() => void) | undefined;
  return {
    name: 'chat',
    bindings: [
      handleMember(method.sendChatMessage, send),
      handleRoom(method.getChatHistory, (request, call) => service.history(request, call.room.roomId)),
      handleRoom(method.getChatMessage, ({ messageId }, call) => service.get(call.room.roomId, messageId)),
      handleRoomStream(method.watchChatEvents, async function* ({ afterEventSequence }, call) {
        const after = afterEventSequence === undefined ? undefined : Number(afterEventSequence);
        for await (const { resource } of watch(call, { case: 'chatEvents', value: {} }, after)) {
          if (resource.case === 'chatEvent') yield { event: resource.value };
        }
      }),
    ],
    onUserErased: (tx, userId, heirId) => changeAuthor(tx.query(), userId, heirId),
    resources: [{ case: 'chatEvents', permission: Permission.VIEW_CHAT_HISTORY, key: () => chatKind }],
    parts: [
      {
        name: 'chat cleaning',
        start: async () => {
          stopCleaning = parts.clock.every(
            cleaningPeriodMs,
            () =>
              void service.clean().catch((err) => logFailedWork(parts.log, err, 'old messages could not be deleted')),
          );
        },
        stop: async () => stopCleaning?.(),
      },
    ],
  };
}
