import type { PermissionReason, RoomMember } from '@matinee/contract/gen/api.ts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../../../client/session/session.tsx';
import { useErrorText } from '../../../../client/words/error-text.ts';
import { useRoom } from '../../../../room/room-scope.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Skeleton } from '../../../../ui/signs/skeleton.tsx';
import { showToast } from '../../../../ui/signs/toast.tsx';
import { Failure } from '../../../shared/shell/failure.port.tsx';
import { areSame, type Override, type Overrides, overrideOf, withOverride } from '../overrides.port.ts';
import { mayChangeRights } from '../people.ts';
import { PermissionRow } from '../permission-row.port.tsx';

/** The reasons for a member's permissions. People of higher rank can change the permissions here. [WM8] [WM10] */
export function MemberRights({ member }: { readonly member: RoomMember }) {
  const { t } = useTranslation('members');
  const { room, self, settings } = useRoom();
  const { api } = useSession();
  // The reasons depend on the member and on the permissions that the room gives to roles.
  const rules = [member.version, settings?.control, settings?.member_permissions, settings?.admin_permissions];
  const query = useQuery({
    queryKey: ['member-permissions', room.roomId, member.user_id, rules],
    queryFn: () => api.call('RoomService.GetMemberPermissions', { room_id: room.roomId, user_id: member.user_id }),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-label={t('why.title')} className="grid gap-3">
      <h3 className="font-semibold">{t('why.title')}</h3>
      {query.isPending && <Skeleton className="h-40" />}
      {query.isError && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {query.data &&
        (mayChangeRights(member, self) ? (
          <RightsForm key={member.version} member={member} reasons={query.data.reasons} />
        ) : (
          <ReasonLists reasons={query.data.reasons} />
        ))}
    </section>
  );
}

function ReasonLists({ reasons }: { readonly reasons: readonly PermissionReason[] }) {
  const { t } = useTranslation('members');
  return byOutcome(reasons).map(({ outcome, reasons: some }) => (
    <section key={outcome} aria-label={t(`why.${outcome}`)}>
      <h4 className="text-sm font-medium text-muted">{t(`why.${outcome}`)}</h4>
      <ul className="mt-1 grid gap-1">
        {some.map(({ permission, source }) => (
          <li key={permission} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span>{t(`permission.${permission}`)}</span>
            <span className="text-sm text-muted">{t(`why.source.${source}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  ));
}

interface RightsFormProps {
  readonly member: RoomMember;
  readonly reasons: readonly PermissionReason[];
}

function RightsForm({ member, reasons }: RightsFormProps) {
  const { t } = useTranslation('members');
  const { api } = useSession();
  const { room, self } = useRoom();
  const errorText = useErrorText();
  const before: Overrides = { added: member.added_permissions, removed: member.removed_permissions };
  const [after, setAfter] = useState(before);
  const isChanged = !areSame(before, after);
  const save = useMutation({
    mutationFn: () =>
      api.call('RoomService.UpdateMemberPermissions', {
        room_id: room.roomId,
        user_id: member.user_id,
        added_permissions: [...after.added],
        removed_permissions: [...after.removed],
        replace_permissions: true,
      }),
    onSuccess: () => showToast(t('names.saved')),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) save.mutate();
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      {byOutcome(reasons).map(({ outcome, reasons: some }) => (
        <section key={outcome} aria-label={t(`why.${outcome}`)}>
          <h4 className="text-sm font-medium text-muted">{t(`why.${outcome}`)}</h4>
          <ul className="mt-2 grid gap-2">
            {some
              .filter(({ permission }) => permission !== 'delete_room')
              .map(({ permission, source }) => (
                <PermissionRow
                  key={permission}
                  permission={permission}
                  note={t(`why.source.${source}`)}
                  value={overrideOf(after, permission)}
                  usual={t('override.byRole')}
                  mayGive={self.permissions.has(permission)}
                  onChange={(override: Override) => setAfter(withOverride(after, permission, override))}
                />
              ))}
          </ul>
        </section>
      ))}
      <div className="sticky -bottom-5 -mx-5 grid gap-2 border-t border-border bg-surface px-5 py-3 sm:-mx-6 sm:px-6">
        {save.error && (
          <p role="alert" className="text-danger">
            {errorText(save.error)}
          </p>
        )}
        <Button type="submit" kind="primary" disabled={!isChanged} busy={save.isPending}>
          {t('override.save')}
        </Button>
      </div>
    </form>
  );
}

/** Held permissions first, then the others. */
function byOutcome(reasons: readonly PermissionReason[]) {
  return [
    { outcome: 'may', reasons: reasons.filter(({ granted }) => granted) },
    { outcome: 'mayNot', reasons: reasons.filter(({ granted }) => !granted) },
  ].filter(({ reasons: some }) => some.length > 0);
}
