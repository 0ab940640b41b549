import type { SettingChange, SettingDeclaration } from '@matinee/contract/gen/api.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';
import { useSettingText } from './setting-text.ts';
import { ValueChange } from './value-change.tsx';

export interface HistoryDialogProps {
  readonly declaration: SettingDeclaration;
  readonly onClose: () => void;
}

/** The changes of a setting, with author, time, and the values before and after. */
export function HistoryDialog({ declaration, onClose }: HistoryDialogProps) {
  const { t } = useTranslation('admin-settings');
  const text = useSettingText();
  const { api } = useSession();
  const { key } = declaration;
  const query = useInfiniteQuery({
    queryKey: ['admin-setting-history', key],
    queryFn: ({ pageParam }) =>
      api.call('AdminService.GetSettingHistory', { key, beforeVersion: pageParam, pageSize: 20 }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.hasMore ? last.changes.at(-1)?.version : undefined),
  });
  return (
    <Dialog title={t('history.title', { name: text.label(declaration) })} isOpen onClose={onClose}>
      {query.isPending && <Skeleton className="h-40" />}
      {query.isError && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      <ol className="divide-y divide-border">
        {query.data?.pages
          .flatMap(({ changes }) => changes)
          .map((change) => (
            <Change key={change.version} change={change} />
          ))}
      </ol>
      {query.hasNextPage && (
        <Button className="mt-4" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('history.more')}
        </Button>
      )}
    </Dialog>
  );
}

function Change({ change: { by, at, from, to, secretChanged } }: { readonly change: SettingChange }) {
  const { t, i18n } = useTranslation('admin-settings');
  const when = at && new Date(at).toLocaleString(i18n.locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <li className="grid gap-1 py-3">
      <p className="text-sm text-muted">
        {by && (by.kind === 'user' ? by.username : t(`actor.${by.kind}`))} · {when}
      </p>
      <ValueChange from={from} to={to} secretChanged={secretChanged} />
    </li>
  );
}
