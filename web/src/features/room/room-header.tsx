import type { Room } from '@matinee/contract/gen/api.ts';
import { Link } from '@tanstack/react-router';
import {
  EllipsisVertical,
  Keyboard,
  Lock,
  LogOut,
  type LucideIcon,
  PanelRight,
  Settings,
  UserPlus,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Menu, type MenuEntry } from '../../ui/buttons/menu.tsx';
import { Logo } from '../../ui/signs/logo.tsx';
import type { RoomDialog } from './room-dialogs.tsx';

export interface RoomHeaderProps {
  readonly info: Room;
  readonly onlineCount: number;
  readonly isPanelShown: boolean;
  readonly mayChange: boolean;
  readonly onDialog: (dialog: RoomDialog) => void;
  readonly onTogglePanel: () => void;
}

export function RoomHeader({ info, onlineCount, isPanelShown, mayChange, onDialog, onTogglePanel }: RoomHeaderProps) {
  const { t } = useTranslation('room');
  const entry = (Icon: LucideIcon, label: string, dialog: RoomDialog): MenuEntry => ({
    kind: 'item',
    label,
    icon: <Icon size={18} aria-hidden="true" />,
    onSelect: () => onDialog(dialog),
  });
  const settings = entry(Settings, t('settings'), 'settings');
  const keys = entry(Keyboard, t('keys.title'), 'keys');
  const leave = entry(LogOut, t('leave'), 'leave');
  return (
    <header className="flex h-14 shrink-0 items-center in-data-covered:hidden cramped:hidden gap-2 border-b border-border bg-surface px-2 sm:px-3">
      <Link to="/" aria-label={t('home')} className="grid size-11 shrink-0 place-items-center rounded-control">
        <Logo />
      </Link>
      <div className="min-w-0 flex-1">
        <h1 dir="auto" className="flex items-center gap-2 truncate leading-tight font-semibold">
          <span className="truncate">{info.name}</span>
          {info.has_password && <Lock size={14} role="img" aria-label={t('locked')} className="shrink-0 text-muted" />}
        </h1>
        <p className="truncate text-xs text-muted">{t('online', { count: onlineCount })}</p>
      </div>
      <Button icon={<UserPlus size={18} aria-hidden="true" />} onClick={() => onDialog('invite')}>
        {t('inviteShort')}
      </Button>
      {/* On a phone the panel is below the film and always there. */}
      <div className="hidden side:block">
        <IconButton
          label={t(isPanelShown ? 'hidePanel' : 'showPanel')}
          icon={<PanelRight size={20} aria-hidden="true" className="rtl:-scale-x-100" />}
          aria-pressed={isPanelShown}
          onClick={onTogglePanel}
        />
      </div>
      <Menu
        trigger={
          <IconButton label={t('more')} tooltip="end" icon={<EllipsisVertical size={20} aria-hidden="true" />} />
        }
        entries={mayChange ? [settings, keys, leave] : [keys, leave]}
      />
    </header>
  );
}
