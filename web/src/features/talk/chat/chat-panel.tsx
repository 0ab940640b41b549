import { Search } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { RoomPanelProps } from '../../../room/room-entry.ts';
import { Nothing, useOffer } from '../../../room/room-offers.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { lazily, soon } from '../../../ui/lazily.tsx';
import { useHasLiveComments } from '../../film/live-comments/live-comments.port.ts';
import { useChatScope, useClosed } from './chat-scope.tsx';
import { MessageList } from './list/message-list.tsx';

const Composer = soon(() => import('./composing/composer.tsx').then((module) => module.Composer));
const WhichChat = lazily(() => import('./which-chat.tsx').then((module) => module.WhichChat));
const PinsBar = soon(() => import('./pins/pins-bar.tsx').then((module) => module.PinsBar));
const Quiet = soon(() => import('../chat-quiet/quiet.tsx').then((module) => module.Quiet));
const SearchDialog = lazily(() => import('../chat-finding/search-dialog.tsx').then((module) => module.SearchDialog));
const StreamChat = lazily(() =>
  import('../../film/live-comments/stream-chat.port.tsx').then((module) => module.StreamChat),
);

/** The chat of the room and, beside it, the chat of the playing stream, if it has one. */
export function ChatPanel(props: RoomPanelProps) {
  const { room } = useRoom();
  const hasStream = useHasLiveComments(room);
  const [isStreamShown, showStream] = useState(false);
  if (!hasStream) return <RoomChat {...props} />;
  return (
    <>
      <Suspense>
        <WhichChat isStream={isStreamShown} onChange={showStream} />
      </Suspense>
      {isStreamShown ? (
        <Suspense>
          <StreamChat room={room} />
        </Suspense>
      ) : (
        <RoomChat {...props} />
      )}
    </>
  );
}

/** The messages, and the field for a new one. */
function RoomChat({ isShown }: RoomPanelProps) {
  const { t } = useTranslation('chat');
  const { self, openDialog } = useRoom();
  const chat = useChatScope();
  const closed = useClosed();
  const AboveMessages = useOffer('AboveMessages', Nothing);
  const ChatTool = useOffer('ChatTool', Nothing);
  if (closed === 'guest' && !self.permissions.has('view_chat_history')) {
    return <p className="p-6 text-center text-muted">{t('hiddenFromGuests')}</p>;
  }
  return (
    <section aria-label={t('title')} className="relative flex min-h-0 flex-1 flex-col">
      <div className="flex items-center border-b border-border">
        <Suspense>
          <PinsBar />
        </Suspense>
        <span className="ms-auto" />
        <Suspense>
          <Quiet />
        </Suspense>
        <Suspense>
          <ChatTool />
        </Suspense>
        <IconButton
          label={t('search')}
          tooltip="end"
          className="-outline-offset-2"
          icon={<Search size={18} aria-hidden="true" />}
          onPointerEnter={SearchDialog.load}
          onClick={() => openDialog(SearchDialog)}
        />
      </div>
      <Suspense>
        <AboveMessages isShown={isShown} />
      </Suspense>
      <MessageList chat={chat} selfId={self.id} isShown={isShown} />
      {closed ? (
        <p className="border-t border-border px-4 py-4 text-center text-sm text-muted">{t(`closed.${closed}`)}</p>
      ) : (
        <Suspense fallback={<div className="h-[4.25rem] shrink-0 border-t border-border" />}>
          <Composer />
        </Suspense>
      )}
    </section>
  );
}
