import { Hand, UserPlus } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useResource } from '../../../client/room/hooks.ts';
import type { RoomPanelProps } from '../../../room/room-entry.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { MoreRows } from '../../../ui/lists/more-rows.tsx';
import { ScrollRegion } from '../../../ui/lists/scroll-region.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { InviteDialog } from '../invitations/invite.port.ts';
import { WaitingButton } from '../join-requests/waiting-button.tsx';
import { MemberRow } from './member-row.tsx';
import { FoundPeople } from './panel/people-search.tsx';
import { type Person, sortPeople } from './people.ts';
import { manyMembers, PeopleSearchField } from './people-search-field.tsx';
import { useAskForRemote } from './remote.port.ts';
import { onlineMembers, readMoreMembers, rereadMembers, roomMembers } from './resources.ts';

/** The people who are here, the other members, and the actions on them. */
export function MembersPanel({ isShown }: RoomPanelProps) {
  const { t } = useTranslation('members');
  const { room, self } = useRoom();
  const all = useResource(room, roomMembers);
  const online = useResource(room, onlineMembers);
  const people = useMemo(
    () => sortPeople(all?.members ?? [], online?.members ?? new Map(), self.id),
    [all, online, self.id],
  );
  useFreshPermissions(isShown);
  const [search, setSearch] = useState('');
  const here = people.filter((person) => person.presence);
  const away = people.filter((person) => !person.presence);
  const guests = online?.guestCount ?? 0;
  if (!self.permissions.has('view_members')) return <p className="p-6 text-center text-muted">{t('hidden')}</p>;
  return (
    <section aria-label={t('title')} className="flex min-h-0 flex-1 flex-col">
      {self.role !== 'guest' && <PanelActions />}
      {((all?.total ?? 0) >= manyMembers || search !== '') && (
        <div className="shrink-0 px-3 pt-3">
          <PeopleSearchField text={search} onChange={setSearch} />
        </div>
      )}
      <ScrollRegion label={t('title')} className="px-2 pb-4">
        {search.trim() !== '' ? <FoundPeople text={search.trim()} /> : everybody()}
      </ScrollRegion>
    </section>
  );

  function everybody() {
    return (
      <>
        {!all && <LoadingPeople label={t('loading')} />}
        <PeopleList label={t('here', { count: here.length })} people={here} />
        {guests > 0 && <p className="px-3 pt-2 text-sm text-muted">{t('guests', { count: guests })}</p>}
        <PeopleList label={t('away', { count: away.length })} people={away} />
        {all && all.total > people.length && (
          <MoreRows
            label={t('more', { count: all.total - people.length })}
            count={people.length}
            onMore={() => readMoreMembers(room)}
          />
        )}
      </>
    );
  }
}

/**
 * Reads the members again, once the panel is shown, after a setting of the room has changed their permissions. [WM6]
 */
function useFreshPermissions(isShown: boolean): void {
  const { room, settings } = useRoom();
  const rules = settings && JSON.stringify([settings.control, settings.admin_permissions, settings.member_permissions]);
  const read = useRef(rules);
  useEffect(() => {
    if (!isShown || rules === undefined || read.current === rules) return;
    const isFirst = read.current === undefined;
    read.current = rules;
    // A failure leaves the list as it is: the next change, or the next visit, reads it again.
    if (!isFirst) rereadMembers(room).catch(() => undefined);
  }, [room, rules, isShown]);
}

/** Buttons to invite people, and to ask in the chat for the remote. */
function PanelActions() {
  const { t } = useTranslation('members');
  const { openDialog } = useRoom();
  const ask = useAskForRemote();
  return (
    <div className="flex shrink-0 flex-wrap gap-2 border-b border-border p-3">
      <WaitingButton />
      <Button
        className="flex-auto"
        icon={<UserPlus size={18} aria-hidden="true" />}
        onClick={() => openDialog(InviteDialog)}
      >
        {t('invite')}
      </Button>
      {ask && (
        <Button className="flex-auto" icon={<Hand size={18} aria-hidden="true" />} onClick={ask}>
          {t('askForRemote')}
        </Button>
      )}
    </div>
  );
}

function PeopleList({ label, people }: { readonly label: string; readonly people: readonly Person[] }) {
  if (people.length === 0) return null;
  return (
    <section aria-label={label}>
      <h2 className="px-3 pt-4 pb-1 text-sm font-medium text-muted">{label}</h2>
      <ul>
        {people.map((person) => (
          <MemberRow key={person.member.user_id} person={person} />
        ))}
      </ul>
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
