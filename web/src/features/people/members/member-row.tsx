import { Hand } from 'lucide-react';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Avatar } from '../../../ui/signs/avatar.tsx';
import { Chip } from '../../../ui/signs/chip.tsx';
import { useMemberAction } from './member-actions.ts';
import { MemberMenu } from './member-menu.tsx';
import { describePresence, hasRemote, nameOf, type Person } from './people.ts';
import { useRemoteRequests } from './remote-scope.tsx';

export function MemberRow({ person }: { readonly person: Person }) {
  const { t, i18n } = useTranslation('members');
  const { self } = useRoom();
  const { member, presence } = person;
  const act = useMemberAction();
  const { key, seconds } = describePresence(presence);
  const day = new Date(member.visited_at ?? '').toLocaleDateString(i18n.locale, { dateStyle: 'medium' });
  const state =
    !presence && member.visited_at
      ? t('state.lastHere', { day })
      : t(`state.${key}`, { seconds: seconds?.toLocaleString(i18n.locale) });
  const isAsking = useRemoteRequests().some((request) => request.member.user_id === member.user_id);
  const name = nameOf(member);
  return (
    <li className="flex min-h-14 min-w-0 flex-wrap items-center gap-x-3 gap-y-1 rounded-control px-3 py-1">
      <Avatar id={member.user_id} name={name} picture={member.avatar} />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2">
          <bdi title={member.username} className="truncate font-medium">
            {name}
          </bdi>
          {member.display_tag && <Chip>{member.display_tag}</Chip>}
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
      <MemberMenu member={member} />
    </li>
  );
}
