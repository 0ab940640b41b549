import type { RoomInvitation } from '@matinee/contract/gen/api.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Switch } from '../../../ui/fields/switch.tsx';
import { Pager } from '../../../ui/lists/pager.tsx';
import { Chip } from '../../../ui/signs/chip.tsx';
import { Moment } from '../../../ui/signs/moment.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { LinkUses } from './link-uses.tsx';

const pageSize = 20;

/** All query keys for a room's links start with this key. */
export const linksKey = (roomId: string) => ['room-invitations', roomId] as const;

/** The links of a room, expired ones on request. Each can be revoked and lists the people who used it. [WN1] [WN3] */
export function LinkList({ roomId }: { readonly roomId: string }) {
  const { t } = useTranslation('invitations');
  const { api } = useSession();
  const client = useQueryClient();
  const errorText = useErrorText();
  const [hasEnded, setEnded] = useState(false);
  const [page, setPage] = useState(1);
  const list = useQuery({
    queryKey: [...linksKey(roomId), 'list', hasEnded, page],
    queryFn: () =>
      api.call('RoomService.ListRoomInvitations', {
        room_id: roomId,
        include_ended: hasEnded,
        page,
        page_size: pageSize,
      }),
    placeholderData: keepPreviousData,
  });
  const revoke = useMutation({
    mutationFn: (id: string) => api.call('RoomService.RevokeRoomInvitation', { room_id: roomId, invitation_id: id }),
    onSuccess: () => client.invalidateQueries({ queryKey: linksKey(roomId) }),
    onError: (error) => showToast(errorText(error), 'danger'),
  });
  const links = list.data?.invitations ?? [];
  return (
    <div className="grid grid-cols-1 gap-1">
      <Switch
        label={t('ended')}
        hint={t('endedHint')}
        checked={hasEnded}
        onChange={(next) => {
          setEnded(next);
          setPage(1);
        }}
      />
      {list.error && (
        <p role="alert" className="text-danger">
          {errorText(list.error)}
        </p>
      )}
      {list.data && links.length === 0 && <p className="text-sm text-muted">{t('none')}</p>}
      <ul className="grid grid-cols-1 gap-1">
        {links.map((link) => (
          <LinkRow key={link.id} link={link} onRevoke={() => revoke.mutate(link.id)} />
        ))}
      </ul>
      <Pager page={page} pageSize={pageSize} total={list.data?.total ?? 0} onPage={setPage} />
    </div>
  );
}

function LinkRow({ link, onRevoke }: { readonly link: RoomInvitation; readonly onRevoke: () => void }) {
  const { t } = useTranslation('invitations');
  const [isOpen, setOpen] = useState(false);
  const usesId = useId();
  const { created_by: name, expires_at: end, max_uses: most, use_count: used, state } = link;
  return (
    <li>
      <div className="flex min-h-12 items-center gap-3">
        <p className="min-w-0 flex-1 text-sm">
          <bdi className="block truncate font-medium">{t('by', { name })}</bdi>
          <span className="text-muted">
            {most === undefined ? t('used', { count: used }) : t('usedOf', { count: used, most })}
            {state === 'active' && ' · '}
            {state === 'active' && (end ? <Moment at={end} /> : t('ends.never'))}
          </span>
        </p>
        {state !== 'active' && <Chip>{t(`state.${state}`)}</Chip>}
        <IconButton
          label={t('who', { name })}
          tooltip="end"
          aria-expanded={isOpen}
          aria-controls={usesId}
          icon={
            <ChevronDown
              size={18}
              aria-hidden="true"
              className={classNames('transition-transform', isOpen && 'rotate-180')}
            />
          }
          onClick={() => setOpen(!isOpen)}
        />
        {state === 'active' && (
          <IconButton
            label={t('revoke', { name })}
            tooltip="end"
            icon={<X size={18} aria-hidden="true" />}
            onClick={onRevoke}
          />
        )}
      </div>
      <div id={usesId} hidden={!isOpen}>
        {isOpen && <LinkUses link={link} />}
      </div>
    </li>
  );
}
