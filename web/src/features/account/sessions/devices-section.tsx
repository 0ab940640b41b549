import type { Session } from '@matinee/contract/gen/api.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Laptop, LogOut, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Section } from '../../../ui/lists/section.tsx';
import { Chip } from '../../../ui/signs/chip.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';

/** The devices on which the account is signed in, with buttons that sign them out. */
export function DevicesSection() {
  const { t } = useTranslation('sessions');
  const { api } = useSession();
  const queryClient = useQueryClient();
  const errorText = useErrorText('sessions');
  const [isAsking, setAsking] = useState(false);
  const list = useQuery({
    queryKey: ['sessions'],
    queryFn: async () => (await api.call('UserService.ListSessions', {})).sessions,
  });
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['sessions'] });
  const failed = (error: unknown) => showToast(errorText(error), 'danger');
  const revoke = useMutation({
    mutationFn: (session: Session) => api.call('UserService.RevokeSession', { sessionId: session.sessionId }),
    onSettled: refresh,
    onError: failed,
  });
  const revokeOthers = useMutation({
    mutationFn: () => api.call('UserService.RevokeOtherSessions', {}),
    onSuccess: ({ revoked }) => showToast(t('devices.revoked', { count: revoked })),
    onError: failed,
    onSettled: () => {
      setAsking(false);
      return refresh();
    },
  });
  return (
    <Section id="sessions" title={t('devices.title')} text={t('devices.text')}>
      {list.isPending && <Skeleton className="h-24" />}
      {list.isError && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      <ul className="grid divide-y divide-border">
        {list.data?.map((session) => (
          <SessionRow
            key={session.sessionId}
            session={session}
            isBusy={revoke.isPending}
            onRevoke={() => revoke.mutate(session)}
          />
        ))}
      </ul>
      {list.data && list.data.length > 1 && (
        <Button className="mt-4" kind="danger" onClick={() => setAsking(true)}>
          {t('devices.revokeOthers')}
        </Button>
      )}
      <ConfirmDialog
        title={t('devices.revokeOthersTitle')}
        text={t('devices.revokeOthersText')}
        action={t('devices.revokeOthers')}
        isOpen={isAsking}
        isBusy={revokeOthers.isPending}
        onConfirm={() => revokeOthers.mutate()}
        onClose={() => setAsking(false)}
      />
    </Section>
  );
}

interface SessionRowProps {
  readonly session: Session;
  readonly isBusy: boolean;
  readonly onRevoke: () => void;
}

function SessionRow({ session, isBusy, onRevoke }: SessionRowProps) {
  const { t, i18n } = useTranslation('sessions');
  const device = session.device || t('devices.unknownDevice');
  const Icon = /Android|iPhone|iPad/.test(device) ? Smartphone : Laptop;
  const time = (value: string) =>
    new Date(value).toLocaleString(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <li className="flex items-center gap-3 py-3">
      <Icon size={20} aria-hidden="true" className="shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium" title={session.userAgent}>
          <span className="wrap-anywhere">{device}</span>
          {session.isCurrent && <Chip tone="good">{t('devices.current')}</Chip>}
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          {session.method && t(`devices.by.${session.method}`)}
          {session.createdAt && ` · ${t('devices.since', { time: time(session.createdAt) })}`}
          {session.lastUsedAt && ` · ${t('devices.active', { time: time(session.lastUsedAt) })}`}
          {session.address && ` · ${session.address}`}
        </p>
      </div>
      {!session.isCurrent && (
        <IconButton
          label={t('devices.revoke', { device })}
          tooltip="end"
          icon={<LogOut size={18} aria-hidden="true" />}
          disabled={isBusy}
          onClick={onRevoke}
        />
      )}
    </li>
  );
}
