import type { ChatAttachmentReference, ChatMessage } from '@matinee/contract/gen/api.ts';
import { useRef, useState } from 'react';
import { makeId } from '../../../client/room/connection.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useRoom } from '../../../room/room-scope.ts';

/** The state of the message in one room. */
export type Forwarding =
  | { readonly state: 'sending' | 'sent' }
  | { readonly state: 'failed'; readonly error: unknown }
  | undefined;

export interface Forwardings {
  of(roomId: string): Forwarding;
  send(roomId: string, content: string): Promise<void>;
}

/** The request for one room. Each press reuses it, so that the server recognises a repeated one. */
interface Forwarded {
  readonly client_message_id: string;
  readonly content: string;
  readonly attachments: readonly ChatAttachmentReference[];
}

/** Forwards a message to other rooms, and keeps the state of each. [WFW2] */
export function useForwardings(message: ChatMessage): Forwardings {
  const { api } = useSession();
  const { info } = useRoom();
  const made = useRef(new Map<string, Forwarded>());
  const [forwardings, setForwardings] = useState<ReadonlyMap<string, Forwarding>>(new Map());
  const tell = (roomId: string, forwarding: Forwarding) =>
    setForwardings((before) => new Map(before).set(roomId, forwarding));

  async function copies(): Promise<readonly ChatAttachmentReference[]> {
    if (message.attachments.length === 0) return [];
    const attachment_ids = message.attachments.map(({ id }) => id);
    const found = await api.call('RoomService.GetChatAttachmentAccess', { room_id: info.id, attachment_ids });
    return found.attachments.flatMap(({ reuse_token: id }) =>
      id === undefined ? [] : [{ kind: 'REUSE' as const, id }],
    );
  }

  async function bodyFor(roomId: string, content: string): Promise<Forwarded> {
    const before = made.current.get(roomId);
    if (before?.content === content) return before;
    const body = { client_message_id: makeId(), content, attachments: await copies() };
    made.current.set(roomId, body);
    return body;
  }

  return {
    of: (roomId) => forwardings.get(roomId),
    async send(roomId, content) {
      tell(roomId, { state: 'sending' });
      try {
        await api.call('RoomService.SendChatMessage', { room_id: roomId, ...(await bodyFor(roomId, content)) });
        tell(roomId, { state: 'sent' });
      } catch (error) {
        tell(roomId, { state: 'failed', error });
      }
    },
  };
}
