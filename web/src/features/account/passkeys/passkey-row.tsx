import type { Passkey } from '@matinee/contract/gen/api.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { usePasskeyError } from './passkey-error.ts';

export interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
}

export function PasskeyRow({ passkey, isBusy, onRemove }: PasskeyRowProps) {
  const { t, i18n } = useTranslation('passkeys');
  const [isRenaming, setRenaming] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const day = (time: string) => new Date(time).toLocaleDateString(i18n.locale, { dateStyle: 'medium' });
  if (isRenaming) return <RenameForm passkey={passkey} onDone={() => setRenaming(false)} />;
  return (
    <li className="flex items-center gap-3 py-3">
      <KeyRound size={20} aria-hidden="true" className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{passkey.name}</p>
        <p className="text-sm text-muted">
          {passkey.createdAt && t('made', { day: day(passkey.createdAt) })}
          {' · '}
          {passkey.lastUsedAt ? t('used', { day: day(passkey.lastUsedAt) }) : t('neverUsed')}
          {passkey.isSynced && ` · ${t('synced')}`}
        </p>
      </div>
      <IconButton
        label={t('rename', { name: passkey.name })}
        tooltip="end"
        icon={<Pencil size={18} aria-hidden="true" />}
        onClick={() => setRenaming(true)}
      />
      <IconButton
        label={t('remove', { name: passkey.name })}
        tooltip="end"
        icon={<Trash2 size={18} aria-hidden="true" />}
        disabled={isBusy}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        title={t('removeTitle', { name: passkey.name })}
        text={t('removeText')}
        action={t('removeAction')}
        isOpen={isAsking}
        onConfirm={() => {
          setAsking(false);
          onRemove();
        }}
        onClose={() => setAsking(false)}
      />
    </li>
  );
}

function RenameForm({ passkey, onDone }: { readonly passkey: Passkey; readonly onDone: () => void }) {
  const { t } = useTranslation(['passkeys', 'shell']);
  const { api } = useSession();
  const queryClient = useQueryClient();
  const errorText = usePasskeyError();
  const [name, setName] = useState(passkey.name);
  const rename = useMutation({
    mutationFn: () => api.call('UserService.RenamePasskey', { credentialId: passkey.credentialId, name: name.trim() }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['passkeys'] });
      onDone();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '' && !rename.isPending) rename.mutate();
  };
  return (
    <li className="py-3">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <div className="min-w-48 flex-1">
          <TextField
            label={t('name')}
            name="passkey-name"
            autoComplete="off"
            maxLength={64}
            required
            autoFocus
            value={name}
            onChange={(event) => {
              rename.reset();
              setName(event.target.value);
            }}
            onKeyDown={(event) => event.key === 'Escape' && onDone()}
            error={errorText(rename.error)}
          />
        </div>
        <Button type="submit" kind="primary" busy={rename.isPending}>
          {t('save')}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          {t('cancel', { ns: 'shell' })}
        </Button>
      </form>
    </li>
  );
}
