import { EllipsisVertical, Hand, type LucideIcon, Shield, ShieldOff, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../texts/use-translation.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Menu } from '../../ui/buttons/menu.tsx';
import type { MenuEntry } from '../../ui/buttons/menu-popup.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Avatar } from '../../ui/signs/avatar.tsx';
import { Chip } from '../../ui/signs/chip.tsx';
import { useBlockEntry } from '../blocks/block-entry.port.tsx';
import { useReportEntry } from '../reports/report-entry.port.tsx';
import { useRoom } from '../room/room-scope.port.ts';
import { useMemberAction } from './member-actions.ts';
import { actionsOn, describePresence, hasRemote, type MemberAction, type Person } from './people.ts';
import { useRemoteRequests } from './remote-scope.tsx';

const icons: Record<MemberAction, LucideIcon> = {
  'give-remote': Hand,
  'take-remote': Hand,
  'make-admin': Shield,
  'make-member': ShieldOff,
  remove: UserMinus,
};

export function MemberRow({ person }: { readonly person: Person }) {
  const { t, i18n } = useTranslation('members');
  const { self } = useRoom();
  const { member, presence } = person;
  const [isRemoving, setRemoving] = useState(false);
  const act = useMemberAction(() => setRemoving(false));
  const { key, seconds } = describePresence(presence);
  const state = t(`state.${key}`, { seconds: seconds?.toLocaleString(i18n.language) });
  const actions = actionsOn(member, self);
  const isAsking = useRemoteRequests().some((request) => request.member.user_id === member.user_id);
  const name = member.username;
  const entries: MenuEntry[] = actions.map((action) => {
    const Icon = icons[action];
    return {
      kind: 'item',
      label: t(`action.${action}`),
      icon: <Icon size={18} aria-hidden="true" />,
      danger: action === 'remove',
      onSelect: () => (action === 'remove' ? setRemoving(true) : act.mutate({ member, action })),
    };
  });
  const blockEntry = useBlockEntry(member.user_id, name);
  const reportEntry = useReportEntry();
  if (blockEntry && member.user_id !== self.id) entries.push(blockEntry);
  if (member.user_id !== self.id) entries.push(reportEntry({ member_id: member.user_id }, name));
  return (
    <li className="flex min-h-14 min-w-0 flex-wrap items-center gap-x-3 gap-y-1 rounded-control px-3 py-1">
      <Avatar id={member.user_id} name={name} picture={member.avatar} />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2">
          <bdi className="truncate font-medium">{name}</bdi>
          {member.user_id === self.id && <span className="shrink-0 text-sm text-muted">{t('you')}</span>}
        </p>
        <p
          className={classNames(
            'truncate text-sm',
            isAsking ? 'text-accent-text' : key === 'inSync' ? 'text-good' : 'text-muted',
          )}
        >
          {isAsking ? t('asking') : state}
        </p>
      </div>
      {member.role !== 'member' && <Chip tone="accent">{t(`role.${member.role}`)}</Chip>}
      {member.role === 'member' && hasRemote(member) && <Chip>{t('remote')}</Chip>}
      {isAsking && (
        <Button
          // On a line of its own: the name needs the first one.
          className="order-last w-full"
          icon={<Hand size={18} aria-hidden="true" />}
          busy={act.isPending}
          onClick={() => act.mutate({ member, action: 'give-remote' })}
        >
          {t('action.give-remote')}
        </Button>
      )}
      {entries.length > 0 && (
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
      )}
      <ConfirmDialog
        title={t('remove.title', { name })}
        text={t('remove.text')}
        action={t('action.remove')}
        isOpen={isRemoving}
        isBusy={act.isPending}
        onConfirm={() => act.mutate({ member, action: 'remove' })}
        onClose={() => setRemoving(false)}
      />
    </li>
  );
}
