import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { pageUrl } from '../../../client/calls/base.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { LinkList, linksKey } from './link-list.tsx';

/** Lifetimes in seconds, as the form offers them; empty: no end. */
const ends = ['3600', '86400', '604800', '2592000', ''] as const;
const uses = ['1', '5', '25', '100', ''] as const;

/** Makes links that need no password and no approval, shows how they were used, and revokes them. [WN1] */
export function InvitationLinks({ roomId }: { readonly roomId: string }) {
  const { t } = useTranslation('invitations');
  const { api } = useSession();
  const client = useQueryClient();
  const errorText = useErrorText();
  const [end, setEnd] = useState<(typeof ends)[number]>('86400');
  const [count, setCount] = useState<(typeof uses)[number]>('5');
  const make = useMutation({
    mutationFn: () =>
      api.call('RoomService.CreateRoomInvitation', {
        room_id: roomId,
        ...(end ? { expires_in_seconds: Number(end) } : {}),
        ...(count ? { max_uses: Number(count) } : {}),
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: linksKey(roomId) }),
  });
  const link = make.data ? pageUrl(`/r/${roomId}#invitation=${make.data.token}`) : '';
  return (
    <section aria-label={t('title')} className="grid grid-cols-1 gap-3 border-t border-border pt-4">
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
      {link && <NewLink link={link} />}
      <LinkList roomId={roomId} />
    </section>
  );
}

function NewLink({ link }: { readonly link: string }) {
  const { t } = useTranslation('invitations');
  return (
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
  );
}
