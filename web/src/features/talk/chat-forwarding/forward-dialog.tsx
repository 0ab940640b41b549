import type { ChatMessage, Room } from '@matinee/contract/gen/api.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Check, Paperclip } from 'lucide-react';
import { type ReactNode, useDeferredValue, useId, useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { FaultText } from '../../../ui/fields/fault-text.tsx';
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';
import { maxMessageLength, toContent } from '../chat/content.ts';
import { type Forwardings, useForwardings } from './use-forwarding.ts';

/** Most rooms in the list. To find others, the person types a part of the name. */
const mostRooms = 50;

interface ForwardDialogProps {
  readonly message: ChatMessage;
  readonly onClose: () => void;
}

/** Forwards a message to other rooms of the person. [WFW1] */
export function ForwardDialog({ message, onClose }: ForwardDialogProps) {
  const { t } = useTranslation('chat-forwarding');
  const [content, setContent] = useState(message.content);
  const [search, setSearch] = useState('');
  const forwardings = useForwardings(message);
  const isEmpty = content.trim() === '';
  const text = isEmpty && message.attachments.length > 0 ? '' : toContent(content);
  return (
    <Dialog title={t('title')} isOpen onClose={onClose}>
      <div className="grid grid-cols-1 gap-4">
        <TextArea
          label={t('text')}
          rows={2}
          value={content}
          error={text === undefined && !isEmpty ? t('tooLong', { count: maxMessageLength }) : undefined}
          onChange={(event) => setContent(event.target.value)}
        />
        <Files message={message} />
        <TextField
          label={t('search')}
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Rooms search={useDeferredValue(search.trim())}>
          {(room) => <RoomRow key={room.id} room={room} text={text} forwardings={forwardings} />}
        </Rooms>
      </div>
    </Dialog>
  );
}

function Files({ message }: Pick<ForwardDialogProps, 'message'>) {
  const { t } = useTranslation('chat-forwarding');
  if (message.attachments.length === 0) return null;
  return (
    <ul aria-label={t('files')} className="grid gap-1 text-sm text-muted">
      {message.attachments.map(({ id, name }) => (
        <li key={id} className="flex items-center gap-2">
          <Paperclip size={16} aria-hidden="true" className="shrink-0" />
          <span dir="auto" className="truncate">
            {name}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface RoomsProps {
  readonly search: string;
  readonly children: (room: Room) => ReactNode;
}

/** The rooms that can get the message, in the states of a list. */
function Rooms({ search, children }: RoomsProps) {
  const { t } = useTranslation('chat-forwarding');
  const { api } = useSession();
  const { info } = useRoom();
  const query = useQuery({
    queryKey: ['forward-rooms', search],
    queryFn: ({ signal }) =>
      api.call('UserService.ListMyRooms', { search, sort: 'visited', page_size: mostRooms }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  if (query.isPending) return <Skeleton className="h-40" />;
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  const rooms = query.data.rooms.flatMap(({ room, access }) =>
    room && access === 'ENTER' && room.id !== info.id ? [room] : [],
  );
  if (rooms.length === 0)
    return (
      <EmptyState title={t(search === '' ? 'noRooms' : 'noneFound')} text={search === '' ? t('noRoomsText') : ''} />
    );
  return (
    <ul aria-label={t('rooms')} className="-mx-2 grid max-h-72 grid-cols-1 gap-1 overflow-y-auto px-2">
      {rooms.map(children)}
    </ul>
  );
}

interface RoomRowProps {
  readonly room: Room;
  /** Undefined: the message cannot be sent as it is. */
  readonly text: string | undefined;
  readonly forwardings: Forwardings;
}

/** One room, and the result of forwarding to it. [WFW2] */
function RoomRow({ room, text, forwardings }: RoomRowProps) {
  const { t } = useTranslation('chat-forwarding');
  const errorText = useErrorText('chat');
  const id = useId();
  const forwarding = forwardings.of(room.id);
  return (
    <li className="flex min-h-12 items-center gap-3">
      <div className="min-w-0 flex-1">
        <p id={id} dir="auto" className="truncate">
          {room.name}
        </p>
        {forwarding?.state === 'failed' && <FaultText text={errorText(forwarding.error)} />}
      </div>
      {forwarding?.state === 'sent' ? (
        <p role="status" className="flex items-center gap-1.5 px-3 text-sm text-muted">
          <Check size={16} aria-hidden="true" />
          {t('sent')}
        </p>
      ) : (
        <Button
          aria-describedby={id}
          disabled={text === undefined}
          busy={forwarding?.state === 'sending'}
          onClick={() => text !== undefined && void forwardings.send(room.id, text)}
        >
          {t('send')}
        </Button>
      )}
    </li>
  );
}
