import type { User } from '@matinee/contract/gen/api.ts';
import { useTranslation } from 'react-i18next';
import type { RoomConnection } from '../../client/room/room.ts';
import { classNames } from '../../ui/class-names.ts';
import { Tabs } from '../../ui/lists/tabs.tsx';
import { ChatPanel } from '../chat/chat-panel.tsx';
import type { Chat } from '../chat/use-chat.ts';
import { PlaylistPanel } from '../library/playlist-panel.tsx';
import type { Library } from '../library/use-library.ts';
import { MembersPanel } from '../members/members-panel.tsx';
import type { RoomFacts } from './use-room.ts';

export type PanelTab = 'chat' | 'playlist' | 'people';

export interface RoomPanelProps {
  readonly roomId: string;
  readonly user: User;
  readonly room: RoomConnection;
  readonly facts: RoomFacts;
  readonly chat: Chat;
  readonly library: Library;
  readonly tab: PanelTab;
  readonly onlineCount: number;
  /** Theatre: the film has the page to itself. */
  readonly isShown: boolean;
  readonly onTab: (tab: PanelTab) => void;
  readonly onInvite: () => void;
}

export function RoomPanel(props: RoomPanelProps) {
  const { roomId, user, room, facts, chat, library, tab, onlineCount, isShown, onTab, onInvite } = props;
  const { t } = useTranslation('room');
  const { permissions, settings, role } = facts;
  const isChatOff = settings?.chat_enabled === false;
  const mayWrite = !isChatOff && permissions.has('send_chat_messages');
  const ask = () => {
    chat.outbox.send(t('askForRemote'));
    onTab('chat');
  };
  return (
    <aside
      aria-label={t('panel')}
      className={classNames(
        'min-h-0 flex-1 flex-col border-border bg-surface side:w-[clamp(17rem,36vw,24rem)] side:flex-none side:border-s',
        isShown ? 'flex' : 'flex side:hidden',
      )}
    >
      <Tabs<PanelTab>
        label={t('panel')}
        value={tab}
        onChange={onTab}
        tabs={[
          {
            value: 'chat',
            label: t('tabs.chat'),
            badge: chat.unread.length,
            badgeLabel: t('tabs.unread', { count: chat.unread.length }),
            content: (
              <ChatPanel
                chat={chat}
                selfId={user.id}
                isShown={isShown && tab === 'chat'}
                closed={isChatOff ? 'off' : mayWrite ? undefined : 'not-allowed'}
              />
            ),
          },
          {
            value: 'playlist',
            label: t('tabs.playlist'),
            content: (
              <PlaylistPanel
                {...{ roomId, room, library, permissions }}
                selfId={user.id}
                autoPlay={settings?.auto_play ?? 'sequential'}
              />
            ),
          },
          {
            value: 'people',
            label: t('tabs.people', { count: onlineCount }),
            content: (
              <MembersPanel
                {...{ roomId, room, onInvite }}
                self={{ id: user.id, role, permissions }}
                onAskForRemote={mayWrite && !permissions.has('control_playback_state') ? ask : undefined}
              />
            ),
          },
        ]}
      />
    </aside>
  );
}
