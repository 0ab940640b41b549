import type { Room, User } from '@matinee/contract/gen/api.ts';
import { UserPlus } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnlineMembers, useOpenPlaylistId, usePlaybackState, usePlaylistItems } from '../../client/room/hooks.ts';
import type { RoomConnection } from '../../client/room/room.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useChat } from '../chat/use-chat.ts';
import { EmptyFilm } from '../library/empty-film.tsx';
import { PasteBar } from '../library/paste-bar.tsx';
import { useLibrary } from '../library/use-library.ts';
import { usePaste } from '../library/use-paste.ts';
import { Player } from '../playback/player.tsx';
import { useDocumentTitle } from '../shell/page.port.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import type { RoomDialog } from './room-dialogs.tsx';
import { RoomHeader } from './room-header.tsx';
import { type PanelTab, RoomPanel } from './room-panel.tsx';
import type { RoomFacts } from './use-room.ts';
import { useRoomKeys } from './use-room-keys.ts';
import { useVisibleHeight } from './use-visible-height.ts';

const RoomDialogs = lazy(() => import('./room-dialogs.tsx').then((module) => ({ default: module.RoomDialogs })));

export interface RoomScreenProps {
  readonly roomId: string;
  readonly user: User;
  readonly room: RoomConnection;
  readonly facts: RoomFacts;
  readonly info: Room;
}

/** Film first; chat, playlist and people beside it, or below it on a phone. */
export function RoomScreen({ roomId, user, room, facts, info }: RoomScreenProps) {
  const { t } = useTranslation('room');
  const { permissions } = facts;
  const [tab, setTab] = useState<PanelTab>('chat');
  const [isPanelShown, setPanelShown] = useState(true);
  const [dialog, setDialog] = useState<RoomDialog>();
  const screen = useRef<HTMLDivElement>(null);
  useVisibleHeight(screen);
  const chat = useChat(roomId, room, user.id, permissions.has('view_chat_history'));
  const library = useLibrary(roomId, useOpenPlaylistId(room));
  const [pasted, setPasted] = usePaste(permissions.has('manage_own_media'));
  const hasFilm = usePlaybackState(room)?.media_id !== undefined;
  const hasItems = (usePlaylistItems(room)?.media.length ?? 0) > 0;
  const online = useOnlineMembers(room);
  const onlineCount = online ? online.memberCount + online.guestCount : info.online_count;
  const showTab = (next: PanelTab) => {
    setPanelShown(true);
    setTab(next);
  };
  useRoomKeys({ showTab, togglePanel: () => setPanelShown((shown) => !shown), showKeys: () => setDialog('keys') });
  useDocumentTitle(chat.unread.length > 0 ? `(${chat.unread.length}) ${info.name}` : info.name);
  // Where the paste bar was, the focus goes back to the page.
  useEffect(() => {
    if (pasted.length === 0 && document.activeElement === null) screen.current?.focus();
  }, [pasted]);

  return (
    <div ref={screen} className="flex h-dvh flex-col overflow-hidden bg-bg">
      <RoomHeader
        info={info}
        onlineCount={onlineCount}
        isPanelShown={isPanelShown}
        mayChange={permissions.has('manage_room_settings') || facts.role === 'creator'}
        onDialog={setDialog}
        onTogglePanel={() => setPanelShown(!isPanelShown)}
      />
      <ConnectionBanner room={room} />
      <main className="flex min-h-0 flex-1 flex-col side:flex-row">
        <section
          aria-label={t('film')}
          className="flex aspect-video max-h-[45dvh] w-full shrink-0 bg-black side:aspect-auto side:max-h-none side:w-auto side:min-w-0 side:flex-1 in-data-covered:max-h-40 cramped:max-h-40"
        >
          {hasFilm ? (
            <Player room={room} permissions={permissions} />
          ) : (
            <EmptyFilm
              library={library}
              mayAdd={permissions.has('manage_own_media')}
              mayPlay={permissions.has('navigate_playback')}
              hasItems={hasItems}
              action={
                <Button icon={<UserPlus size={18} aria-hidden="true" />} onClick={() => setDialog('invite')}>
                  {t('invite')}
                </Button>
              }
            />
          )}
        </section>
        <RoomPanel
          {...{ roomId, user, room, facts, chat, library, tab, onlineCount }}
          isShown={isPanelShown}
          onTab={setTab}
          onInvite={() => setDialog('invite')}
        />
      </main>
      <PasteBar
        links={pasted}
        mayPlay={permissions.has('navigate_playback')}
        isBusy={library.isAdding}
        onAdd={(play) => void library.add(pasted, play).then((isDone) => isDone && setPasted([]))}
        onDismiss={() => setPasted([])}
      />
      <Suspense>
        {dialog && (
          <RoomDialogs
            dialog={dialog}
            info={info}
            isCreator={facts.role === 'creator'}
            onClose={() => setDialog(undefined)}
          />
        )}
      </Suspense>
    </div>
  );
}
