import type { BackupRun, GetBackupsResponse } from '@matinee/contract/gen/api.ts';
import { useQuery } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { readableBytes, readableDuration } from '../../../client/words/readable.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Facts } from '../../../ui/lists/facts.tsx';
import { Banner } from '../../../ui/signs/banner.tsx';
import { Moment } from '../../../ui/signs/moment.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useAdminAction } from '../admin/admin-action.ts';

/** How often the panel refreshes, in milliseconds. Never while the tab is hidden. */
const refreshMs = 5_000;

/** The time of the last good backup, the failures, and a button that makes a backup. [BU7] */
export function Backups() {
  const { t } = useTranslation('admin-state');
  const { api } = useSession();
  const errorText = useErrorText();
  const backups = useQuery({
    queryKey: ['admin', 'backups'],
    queryFn: ({ signal }) => api.call('AdminService.GetBackups', {}, { signal }),
    refetchInterval: refreshMs,
  });
  return (
    <section aria-labelledby="backups" className="grid gap-3">
      <h2 id="backups" className="text-lg font-semibold">
        {t('backup.title')}
      </h2>
      {backups.data ? (
        <BackupState state={backups.data} />
      ) : (
        backups.isError && <Banner tone="danger">{errorText(backups.error)}</Banner>
      )}
    </section>
  );
}

function BackupState({ state }: { readonly state: GetBackupsResponse }) {
  const { t } = useTranslation('admin-state');
  const errorText = useErrorText();
  const backUp = useAdminAction('AdminService.BackUpNow');
  if (state.target === undefined) return <p className="text-muted">{t('backup.nowhere')}</p>;
  const { last_good, last_failed, next_at, running_since, is_overdue } = state;
  return (
    <div className="grid gap-4 rounded-card border border-border bg-surface p-4">
      {is_overdue && <Banner tone="danger">{t('backup.overdue')}</Banner>}
      <Facts
        facts={[
          { label: t('backup.last'), value: last_good ? <Run run={last_good} /> : t('backup.none') },
          last_failed && { label: t('backup.failed'), value: <FailedRun run={last_failed} /> },
          { label: t('backup.next'), value: next_at ? <Moment at={next_at} /> : t('backup.unscheduled') },
          { label: t('backup.target'), value: t(`backup.to.${state.target}`) },
        ]}
      />
      <div>
        <Button
          icon={<Archive size={18} aria-hidden="true" />}
          busy={backUp.isPending || running_since !== undefined}
          onClick={() => backUp.mutate({}, { onError: (error) => showToast(errorText(error), 'danger') })}
        >
          {t(running_since === undefined ? 'backup.now' : 'backup.running')}
        </Button>
      </div>
    </div>
  );
}

function Run({ run }: { readonly run: BackupRun }) {
  const { t, i18n } = useTranslation('admin-state');
  const size = readableBytes(run.size_bytes, i18n.locale);
  const duration = readableDuration(Math.max(1, run.duration_seconds), i18n.locale);
  return (
    <>
      <Moment at={run.started_at ?? ''} /> · {t('backup.made', { size, duration })}
    </>
  );
}

function FailedRun({ run }: { readonly run: BackupRun }) {
  return (
    <span className="text-danger">
      <Moment at={run.started_at ?? ''} />: {run.failure}
    </span>
  );
}
