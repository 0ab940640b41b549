import { Link } from '@tanstack/react-router';
import { EllipsisVertical, Lock, PanelRight, UserPlus } from 'lucide-react';
import { InviteDialog } from '../../features/people/invitations/invite.port.ts';
import { Faces } from '../../features/people/members/faces.tsx';
import { useOnlineCount } from '../../features/people/members/online.port.ts';
import { NotificationBell } from '../../features/people/notifications/bell.port.tsx';
import { useRoom } from '../../room/room-scope.ts';
import { useTranslation } from '../../texts/use-translation.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { MenuButton } from '../../ui/buttons/menu.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { Logo } from '../../ui/signs/logo.tsx';
import { whenLoaded } from '../../ui/when-loaded.tsx';

const RoomHeart = whenLoaded(() =>
  import('../../features/lobby/room-lists/room-heart.tsx').then((module) => module.RoomHeart),
);
const RoomMenu = lazily(() => import('./screen/room-menu.tsx').then((module) => module.RoomMenu));

export function RoomHeader({ arePanelsShown }: { readonly arePanelsShown: boolean }) {
  const { t } = useTranslation('room');
  const { info, openDialog, togglePanels } = useRoom();
  const onlineCount = useOnlineCount();
  const more = <IconButton label={t('more')} tooltip="end" icon={<EllipsisVertical size={20} aria-hidden="true" />} />;
  return (
    <header className="flex min-h-14 shrink-0 items-center in-data-covered:hidden cramped:hidden filled:hidden gap-1 border-b border-border bg-surface px-2 sm:gap-2 sm:px-3">
      <Link to="/" aria-label={t('home')} className="grid size-11 shrink-0 place-items-center rounded-control">
        <Logo />
      </Link>
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 truncate leading-tight font-semibold">
          <span dir="auto" className="truncate">
            {info.name}
          </span>
          {info.has_password && <Lock size={14} role="img" aria-label={t('locked')} className="shrink-0 text-muted" />}
        </p>
        <p className="truncate text-xs text-muted">{t('online', { count: onlineCount })}</p>
      </div>
      <div className="hidden sm:block">
        <RoomHeart roomId={info.id} name={info.name} />
      </div>
      <Faces />
      <Button icon={<UserPlus size={18} aria-hidden="true" />} onClick={() => openDialog(InviteDialog)}>
        <span className="max-[22rem]:sr-only max-[30rem]:in-[header:has([data-faces])]:sr-only">
          {t('inviteShort')}
        </span>
      </Button>
      {/* On a phone the panel is below the film and always visible. */}
      <div className="hidden side:block">
        <IconButton
          label={t(arePanelsShown ? 'hidePanel' : 'showPanel')}
          icon={<PanelRight size={20} aria-hidden="true" className="rtl:-scale-x-100" />}
          aria-pressed={arePanelsShown}
          onClick={togglePanels}
        />
      </div>
      <NotificationBell />
      <MenuButton
        trigger={more}
        load={RoomMenu.load}
        popup={(isByKeyboard) => <RoomMenu trigger={more} isByKeyboard={isByKeyboard} />}
      />
    </header>
  );
}
