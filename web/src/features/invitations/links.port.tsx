import type { RoomInvitation } from '@matinee/contract/gen/api.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link2, X } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../client/session/session.tsx';
import { useErrorText } from '../../client/words/error-text.ts';
import { useTranslation } from '../../texts/use-translation.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Moment } from '../../ui/signs/moment.tsx';
import { showToast } from '../../ui/signs/toast.tsx';

/** Seconds, as the form offers them; empty: no end. */
const ends = ['3600', '86400', '604800', '2592000', ''] as const;
const uses = ['1', '5', '25', '100', ''] as const;

/** Makes links that let in past password and approval, lists and revokes them. [WN1] */
export function InvitationLinks({ roomId }: { readonly roomId: string }) {
  const { t } = useTranslation('invitations');
  const { api } = useSession();
  const client = useQueryClient();
  const errorText = useErrorText();
  const queryKey = ['room-invitations', roomId];
  const list = useQuery({
    queryKey,
    queryFn: () => api.call('RoomService.ListRoomInvitations', { room_id: roomId, page_size: 100 }),
  });
  const again = () => void client.invalidateQueries({ queryKey });
  const [end, setEnd] = useState<(typeof ends)[number]>('86400');
  const [count, setCount] = useState<(typeof uses)[number]>('5');
  const make = useMutation({
    mutationFn: () =>
      api.call('RoomService.CreateRoomInvitation', {
        room_id: roomId,
        ...(end ? { expires_in_seconds: Number(end) } : {}),
        ...(count ? { max_uses: Number(count) } : {}),
      }),
    onSuccess: again,
  });
  const revoke = useMutation({
    mutationFn: (id: string) => api.call('RoomService.RevokeRoomInvitation', { room_id: roomId, invitation_id: id }),
    onSuccess: again,
    onError: (error) => showToast(errorText(error), 'danger'),
  });
  const link = make.data ? `${location.origin}/r/${roomId}#invitation=${make.data.token}` : '';
  return (
    <section aria-label={t('title')} className="grid gap-3 border-t border-border pt-4">
      <h3 className="font-semibold">{t('title')}</h3>
      <p className="text-sm text-muted">{t('lead')}</p>
      <div className="grid grid-cols-2 gap-3">
        <Select
          label={t('end')}
          value={end}
          options={ends.map((value) => ({ value, label: t(`ends.${value || 'never'}`) }))}
          onChange={setEnd}
        />
        <Select
          label={t('uses')}
          value={count}
          options={uses.map((value) => ({
            value,
            label: value ? t('people', { count: Number(value) }) : t('anybody'),
          }))}
          onChange={setCount}
        />
      </div>
      <Button icon={<Link2 size={18} aria-hidden="true" />} busy={make.isPending} onClick={() => make.mutate()}>
        {t('make')}
      </Button>
      {make.error && (
        <p role="alert" className="text-danger">
          {errorText(make.error)}
        </p>
      )}
      {link && (
        <div className="grid gap-3 rounded-card bg-surface-2 p-4">
          <TextField
            label={t('link')}
            hint={t('once')}
            readOnly
            dir="ltr"
            value={link}
            onFocus={(event) => event.target.select()}
          />
          <div>
            <CopyButton text={link} label={t('copy')} />
          </div>
        </div>
      )}
      <ul className="grid gap-1">
        {list.data?.invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} onRevoke={() => revoke.mutate(invitation.id)} />
        ))}
      </ul>
    </section>
  );
}

function InvitationRow({
  invitation,
  onRevoke,
}: {
  readonly invitation: RoomInvitation;
  readonly onRevoke: () => void;
}) {
  const { t } = useTranslation('invitations');
  const { created_by: name, expires_at: end, max_uses: most, use_count: used } = invitation;
  return (
    <li className="flex min-h-12 items-center gap-3">
      <p className="min-w-0 flex-1 text-sm">
        <bdi className="block truncate font-medium">{t('by', { name })}</bdi>
        <span className="text-muted">
          {most === undefined ? t('used', { count: used }) : t('usedOf', { count: used, most })}
          {' · '}
          {end ? <Moment at={end} /> : t('ends.never')}
        </span>
      </p>
      <IconButton
        label={t('revoke', { name })}
        tooltip="end"
        icon={<X size={18} aria-hidden="true" />}
        onClick={onRevoke}
      />
    </li>
  );
}
