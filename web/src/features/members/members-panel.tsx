import type { Permission, RoomRole } from '@matinee/contract/gen/api.ts';
import { Hand, UserPlus } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnlineMembers, useRoomMembers } from '../../client/room/hooks.ts';
import type { RoomConnection } from '../../client/room/room.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { MoreRows } from '../../ui/lists/more-rows.tsx';
import { ScrollRegion } from '../../ui/lists/scroll-region.tsx';
import { Skeleton } from '../../ui/signs/skeleton.tsx';
import { MemberRow } from './member-row.tsx';
import { sortPeople } from './people.ts';

export interface MembersPanelProps {
  readonly roomId: string;
  readonly room: RoomConnection;
  readonly self: { readonly id: string; readonly role: RoomRole; readonly permissions: ReadonlySet<Permission> };
  /** Absent: this person does not invite others. */
  readonly onInvite?: (() => void) | undefined;
  /** Asks for the remote; absent: there is nothing to ask for, or no way to. */
  readonly onAskForRemote?: (() => void) | undefined;
}

export function MembersPanel({ roomId, room, self, onInvite, onAskForRemote }: MembersPanelProps) {
  const { t } = useTranslation('members');
  const all = useRoomMembers(room);
  const online = useOnlineMembers(room);
  const people = useMemo(
    () => sortPeople(all?.members ?? [], online?.members ?? new Map(), self.id),
    [all, online, self.id],
  );
  const here = people.filter((person) => person.presence);
  const away = people.filter((person) => !person.presence);
  const guests = online?.guestCount ?? 0;
  if (!self.permissions.has('view_members')) return <p className="p-6 text-center text-muted">{t('hidden')}</p>;
  const list = (label: string, rows: typeof people) =>
    rows.length > 0 && (
      <section aria-label={label}>
        <h2 className="px-3 pt-4 pb-1 text-sm font-medium text-muted">{label}</h2>
        <ul>
          {rows.map((person) => (
            <MemberRow key={person.member.user_id} roomId={roomId} person={person} self={self} />
          ))}
        </ul>
      </section>
    );
  return (
    <section aria-label={t('title')} className="flex min-h-0 flex-1 flex-col">
      {onInvite && (
        <div className="flex shrink-0 flex-wrap gap-2 border-b border-border p-3">
          <Button className="flex-auto" icon={<UserPlus size={18} aria-hidden="true" />} onClick={onInvite}>
            {t('invite')}
          </Button>
          {onAskForRemote && (
            <Button className="flex-auto" icon={<Hand size={18} aria-hidden="true" />} onClick={onAskForRemote}>
              {t('askForRemote')}
            </Button>
          )}
        </div>
      )}
      <ScrollRegion label={t('title')} className="px-2 pb-4">
        {!all && <LoadingPeople label={t('loading')} />}
        {list(t('here', { count: here.length }), here)}
        {guests > 0 && <p className="px-3 pt-2 text-sm text-muted">{t('guests', { count: guests })}</p>}
        {list(t('away', { count: away.length }), away)}
        {all && all.total > people.length && (
          <MoreRows
            label={t('more', { count: all.total - people.length })}
            count={people.length}
            onMore={room.pages.moreMembers}
          />
        )}
      </ScrollRegion>
    </section>
  );
}

function LoadingPeople({ label }: { readonly label: string }) {
  return (
    <div role="status" className="grid gap-3 p-3">
      <span className="sr-only">{label}</span>
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </div>
  );
}
