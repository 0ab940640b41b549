import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { handleMember } from '../../../kernel/handler.ts';
import type { SettingValues } from '../../../kernel/settings/settings.ts';
import { changePayload } from '../../../realtime/frames.ts';
import type { Feature } from '../../feature.ts';
import type { Rooms } from '../../rooms/rooms/rooms.port.ts';
import { chatErrors } from '../chat/chat.errors.ts';
import type { chatSettings } from '../chat/chat.settings.ts';
import { readNewReactionKey } from '../chat/reaction-key.ts';
import { hearReactions, type RoomReactionParts, SentReactions } from './room-reactions.ts';

interface Parts extends Omit<RoomReactionParts, 'publish'> {
  readonly rooms: Pick<Rooms, 'getSettings'>;
  readonly settings: { readonly chat: Pick<SettingValues<typeof chatSettings>, 'blockedWords'> };
  /** Called with each reaction. */
  readonly onFilmReaction: (roomId: string, userId: string, reactionKey: string) => void;
  /** Sends a change to the observers of `key` in this process. */
  readonly publish: (roomId: string, key: string, payload: Uint8Array) => void;
}

const key = 'filmReactions';
/** There is no state: past reactions are gone. [FLY4] */
const nothing = changePayload({ snapshot: true, resource: { case: key, value: {} } });

/** Reactions that float over the film. [FLY1]–[FLY5] */
export function filmReactionsFeature(given: Parts): Feature {
  const parts: RoomReactionParts = {
    ...given,
    publish: (roomId, payload) => given.publish(roomId, key, payload),
  };
  const sent = new SentReactions(parts);
  const heard = new Map<string, () => void>();
  const endHearing = (roomId: string) => {
    heard.get(roomId)?.();
    heard.delete(roomId);
  };
  return {
    name: 'film-reactions',
    bindings: [
      handleMember(RoomService.method.sendFilmReaction, async (request, { room: { roomId }, principal }) => {
        const reactionKey = readNewReactionKey(request.reactionKey, given.settings.chat.blockedWords);
        const { chatEnabled } = await given.rooms.getSettings(roomId);
        if (!chatEnabled) throw chatErrors.disabled();
        sent.add(roomId, reactionKey, principal);
        given.onFilmReaction(roomId, principal.userId, reactionKey);
        return {};
      }),
    ],
    resources: [
      {
        case: key,
        membersOnly: true,
        isEphemeral: true,
        key: () => key,
        onObserved: (roomId, isObserved) => {
          endHearing(roomId);
          if (isObserved) heard.set(roomId, hearReactions(parts, roomId));
        },
        snapshot: async () => ({ version: 0, payload: nothing }),
      },
    ],
    parts: [
      {
        name: 'film reactions',
        start: async () => undefined,
        stop: async () => {
          sent.stop();
          for (const roomId of [...heard.keys()]) endHearing(roomId);
        },
      },
    ],
  };
}
