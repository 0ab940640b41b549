import type { RoomMember } from '@matinee/contract/gen/api.ts';
import { Ban, EllipsisVertical, Hand, Info, type LucideIcon, Shield, ShieldOff, UserMinus } from 'lucide-react';
import { type RoomDialog, useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { Menu } from '../../../ui/buttons/menu.tsx';
import type { MenuEntry } from '../../../ui/buttons/menu-popup.tsx';
import { lazily } from '../../../ui/lazily.tsx';
import { useBlockEntry } from '../blocks/block-entry.tsx';
import { useReportEntry } from '../reports/report-entry.port.tsx';
import { useMemberAction } from './member-actions.ts';
import { actionsOn, type MemberAction, nameOf } from './people.ts';

const BanDialog = lazily(() => import('../room-bans/ban-dialog.tsx').then((module) => module.BanDialog));
const MemberDrawer = lazily(() => import('./drawer/member-drawer.tsx').then((module) => module.MemberDrawer));
const RemoveQuestion = lazily(() => import('./remove-question.tsx').then((module) => module.RemoveQuestion));

const icons: Record<MemberAction, LucideIcon> = {
  'give-remote': Hand,
  'take-remote': Hand,
  'make-admin': Shield,
  'make-member': ShieldOff,
  remove: UserMinus,
};

/**
 * The actions on a member. The dialogs belong to the room: they stay open when the member connects or disconnects.
 * [WM3] [WM8]
 */
export function MemberMenu({ member }: { readonly member: RoomMember }) {
  const { t } = useTranslation('members');
  const { self, openDialog } = useRoom();
  const act = useMemberAction();
  const name = nameOf(member);
  const actions = actionsOn(member, self);
  const item = (label: string, Icon: LucideIcon, onSelect: () => void, danger = false): MenuEntry => ({
    kind: 'item',
    label,
    icon: <Icon size={18} aria-hidden="true" />,
    danger,
    onSelect,
  });
  const details: RoomDialog = ({ onClose }) => <MemberDrawer member={member} onClose={onClose} />;
  const remove: RoomDialog = ({ onClose }) => <RemoveQuestion member={member} onClose={onClose} />;
  const ban: RoomDialog = ({ onClose }) => <BanDialog person={{ id: member.user_id, name }} onClose={onClose} />;
  const blockEntry = useBlockEntry(member.user_id, name);
  const reportEntry = useReportEntry();
  const entries = [
    ...(self.role === 'guest' ? [] : [item(t('details'), Info, () => openDialog(details))]),
    ...actions.map((action) =>
      action === 'remove'
        ? item(t('action.remove'), icons.remove, () => openDialog(remove), true)
        : item(t(`action.${action}`), icons[action], () => act.mutate({ member, action })),
    ),
    ...(actions.includes('remove') ? [item(t('ban'), Ban, () => openDialog(ban), true)] : []),
    ...(blockEntry && member.user_id !== self.id ? [blockEntry] : []),
    ...(member.user_id === self.id ? [] : [reportEntry({ member_id: member.user_id }, name)]),
  ];
  if (entries.length === 0) return null;
  return (
    <Menu
      trigger={
        <IconButton
          label={t('actions', { name })}
          tooltip="end"
          icon={<EllipsisVertical size={18} aria-hidden="true" />}
        />
      }
      entries={entries}
    />
  );
}
