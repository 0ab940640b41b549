import type { ProviderInstance } from '@matinee/contract/gen/api.ts';
import { Lock, LockOpen, Pencil, Power, PowerOff, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Chip } from '../../../ui/signs/chip.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useAdminAction } from '../admin/admin-action.ts';
import { DeleteInstance } from './delete-instance.tsx';
import { HealthChip, HealthText } from './health-text.tsx';

interface InstanceCardProps {
  readonly instance: ProviderInstance;
  readonly onEdit: () => void;
}

/** One instance: its address, its health and the actions. */
export function InstanceCard({ instance, onEdit }: InstanceCardProps) {
  const { t } = useTranslation('admin-providers');
  const [isDeleting, setDeleting] = useState(false);
  const { name, address, plaintext, has_secret, comment, health } = instance;
  const titleId = `instance-${name}`;
  return (
    <article aria-labelledby={titleId} className="grid gap-3 rounded-card border border-border bg-surface p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id={titleId} className="text-lg font-semibold wrap-anywhere">
          {name}
        </h2>
        <HealthChip status={health?.status ?? 'connecting'} />
        <Chip
          tone={plaintext ? 'danger' : 'plain'}
          icon={plaintext ? <LockOpen size={14} aria-hidden="true" /> : <Lock size={14} aria-hidden="true" />}
        >
          {t(plaintext ? 'plaintext' : has_secret ? 'tlsAndSecret' : 'tlsOnly')}
        </Chip>
      </div>
      <p className="wrap-anywhere">
        <code className="text-sm">{address}</code>
        {comment && <span className="text-muted"> · {comment}</span>}
      </p>
      {health && <HealthText health={health} />}
      <InstanceActions instance={instance} onEdit={onEdit} onDelete={() => setDeleting(true)} />
      {isDeleting && <DeleteInstance name={name} onClose={() => setDeleting(false)} />}
    </article>
  );
}

interface InstanceActionsProps extends InstanceCardProps {
  readonly onDelete: () => void;
}

function InstanceActions({ instance: { name, enabled }, onEdit, onDelete }: InstanceActionsProps) {
  const { t } = useTranslation('admin-providers');
  const errorText = useErrorText();
  const refused = { onError: (error: unknown) => showToast(errorText(error), 'danger') };
  const done = (key: string) => () => showToast(t(key, { name }));
  const enable = useAdminAction('ProviderCommonService.EnableProviderInstance', done('done.enable'));
  const disable = useAdminAction('ProviderCommonService.DisableProviderInstance', done('done.disable'));
  const reconnect = useAdminAction('ProviderCommonService.ReconnectProviderInstance', done('done.reconnect'));
  const size = { size: 18, 'aria-hidden': true } as const;
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon={<Pencil {...size} />} aria-label={t('editName', { name })} onClick={onEdit}>
        {t('edit')}
      </Button>
      {enabled && (
        <Button
          icon={<RefreshCw {...size} />}
          busy={reconnect.isPending}
          aria-label={t('reconnectName', { name })}
          onClick={() => reconnect.mutate({ name }, refused)}
        >
          {t('reconnect')}
        </Button>
      )}
      <Button
        icon={enabled ? <PowerOff {...size} /> : <Power {...size} />}
        busy={enable.isPending || disable.isPending}
        aria-label={t(enabled ? 'disableName' : 'enableName', { name })}
        onClick={() => (enabled ? disable : enable).mutate({ name }, refused)}
      >
        {t(enabled ? 'disable' : 'enable')}
      </Button>
      <Button kind="danger" icon={<Trash2 {...size} />} aria-label={t('deleteName', { name })} onClick={onDelete}>
        {t('delete')}
      </Button>
    </div>
  );
}
