import { Permission } from '@matinee/contract/gen/service/client/members_pb.ts';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { handleMember, handleRoom, handleRoomStream } from '../../../kernel/handler.ts';
import type { Part } from '../../../kernel/lifecycle.ts';
import type { Log } from '../../../kernel/log.ts';
import { makeWorker } from '../../../kernel/worker.ts';
import type { Resource } from '../../../realtime/resource.ts';
import type { Feature } from '../../feature.ts';
import type { WatchRoom } from '../../watch-room.ts';
import { makeAccess } from './attachments/access.ts';
import { makePersonal } from './attachments/personal.ts';
import { type ChangingParts, makeChanges } from './changing/change-message.service.ts';
import { changeAuthor } from './chat.store.ts';
import { chatKind, erasureKind, noticesKind, pinsKind } from './chat-events.ts';
import type { ChatNotices } from './chat-notices.ts';
import { type MentioningParts, makeMentioning } from './mentioning/mentioning.ts';
import { personalData } from './personal-data.ts';
import { makePins, type PinParts } from './pins/pins.service.ts';
import { makeReactions } from './reactions/reactions.service.ts';
import { makeFinding } from './reading/finding.service.ts';
import { makeReading, type ReadingParts } from './reading/reading.service.ts';
import { makeReads } from './reading/reads.service.ts';
import { makeRetention, type RetentionParts } from './retention/retention.service.ts';
import { makeSendMessage, type SendingParts } from './sending/send-message.service.ts';

const cleaningPeriodMs = 600_000;

type ChatParts = Omit<SendingParts, 'mentioning'> &
  MentioningParts &
  ChangingParts &
  PinParts &
  ReadingParts &
  RetentionParts & {
    readonly settings: SendingParts['settings'] & PinParts['settings'] & RetentionParts['settings'];
  } & {
    readonly log: Log;
    readonly notices: Pick<ChatNotices, 'itemChanged'>;
  };

/** Deletes old messages. */
function cleaning({ clock, log }: ChatParts, { clean }: ReturnType<typeof makeRetention>): Part {
  return makeWorker({
    name: 'chat cleaning',
    clock,
    log,
    periodMs: cleaningPeriodMs,
    work: clean,
    runsAtStart: false,
  });
}

export function chatFeature(parts: ChatParts, watch: WatchRoom): Feature {
  const retention = makeRetention(parts);
  const mentioning = makeMentioning(parts);
  const changes = makeChanges(parts);
  const reactions = makeReactions(parts);
  const pins = makePins(parts);
  const reading = makeReading(parts);
  const finding = makeFinding(parts);
  const reads = makeReads(parts);
  const personal = makePersonal(parts.files);
  const { method } = RoomService;
  return {
    name: 'chat',
    personalData,
    onItemChanged: parts.notices.itemChanged,
    tables: [
      'chat_mention_news',
      'chat_messages',
      'chat_operations',
      'chat_pins',
      'chat_reaction_events',
      'chat_reactions',
      'chat_reads',
    ],
    reads: ['file_contents', 'files', 'outbox', 'room_members', 'rooms', 'user_blocks', 'users'],
    bindings: [
      handleMember(method.sendChatMessage, personal.message(makeSendMessage({ ...parts, mentioning }))),
      handleMember(method.editChatMessage, personal.message(changes.edit)),
      handleMember(method.deleteChatMessage, changes.delete),
      handleRoom(method.getChatAttachmentAccess, makeAccess(parts)),
      handleRoom(method.getChatHistory, personal.messages(reading.history)),
      handleRoom(method.getChatMessage, personal.message(reading.get)),
      handleRoom(method.getChatMessageContext, personal.messages(reading.context)),
      handleRoom(method.getChatPlaybackMessages, personal.messages(finding.duringPlayback)),
      handleRoom(method.searchChatMessages, personal.messages(finding.search)),
      handleRoom(method.getChatReadState, (_, call) => reads.state(call)),
      handleRoom(method.markChatRead, reads.mark),
      handleRoom(method.getChatMessageReadReceipts, reads.receipts),
      handleMember(method.setChatReaction, reactions.set),
      handleRoom(method.listChatReactionUsers, reactions.listUsers),
      handleMember(method.pinChatMessage, personal.pin(pins.pin)),
      handleMember(method.unpinChatMessage, pins.unpin),
      handleRoom(method.listPinnedChatMessages, personal.pins(pins.list)),
      ...watching(watch),
    ],
    onUserErased: (tx, userId, heirId) => changeAuthor(tx.query(), userId, heirId),
    resources: resourcesOf(parts, pins),
    onRoomErasing: retention.eraseSome,
    parts: [cleaning(parts, retention), mentioning.worker],
  };
}

function watching(watch: WatchRoom) {
  const { method } = RoomService;
  const sequenceOf = (after: bigint | undefined) => (after === undefined ? undefined : Number(after));
  return [
    handleRoomStream(method.watchChatEvents, async function* ({ afterEventSequence }, call) {
      const after = sequenceOf(afterEventSequence);
      for await (const { resource } of watch(call, { case: 'chatEvents', value: {} }, after)) {
        if (resource.case === 'chatEvent') yield { event: resource.value };
      }
    }),
    handleRoomStream(method.watchChatPinEvents, async function* ({ afterEventSequence }, call) {
      const after = sequenceOf(afterEventSequence);
      for await (const { resource } of watch(call, { case: 'chatPins', value: {} }, after)) {
        if (resource.case === 'chatPins') yield { event: resource.value };
      }
    }),
  ];
}

/** Observable resources of a chat. */
function resourcesOf({ latestSequence }: ChatParts, pins: ReturnType<typeof makePins>): Resource[] {
  const permission = Permission.VIEW_CHAT_HISTORY;
  return [
    { case: 'chatEvents', permission, key: () => chatKind, erasures: erasureKind },
    { case: 'chatNotices', permission, key: () => noticesKind },
    {
      case: 'chatPins',
      permission,
      key: () => pinsKind,
      snapshot: async (roomId) => pins.snapshot(roomId, await latestSequence(roomId)),
    },
  ];
}
