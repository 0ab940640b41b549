import type { ProviderInstance } from '@matinee/contract/gen/api.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus, ServerOff } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';
import { InstanceCard } from './instance-card.tsx';
import { InstanceDialog } from './instance-dialog.tsx';

/** How often the page reads the health of the instances, in milliseconds. Never while the tab is hidden. */
const refreshMs = 5_000;

/** Servers that run media providers for this one. */
export function ProvidersPage() {
  const { t } = useTranslation('admin-providers');
  const { api } = useSession();
  const [edited, setEdited] = useState<ProviderInstance | 'new'>();
  const list = useQuery({
    queryKey: ['admin', 'provider-instances'],
    queryFn: ({ signal }) => api.call('ProviderCommonService.ListProviderInstances', {}, { signal }),
    refetchInterval: refreshMs,
  });
  const instances = list.data?.instances ?? [];
  const add = (
    <Button kind="primary" icon={<Plus size={18} aria-hidden="true" />} onClick={() => setEdited('new')}>
      {t('add')}
    </Button>
  );
  return (
    <section aria-labelledby="providers-title" className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 id="providers-title" className="text-2xl font-semibold tracking-tight">
          {t('title')}
        </h1>
        {instances.length > 0 && add}
      </div>
      <p className="max-w-prose text-muted">{t('intro')}</p>
      {list.data ? (
        instances.length === 0 ? (
          <EmptyState
            icon={<ServerOff aria-hidden="true" />}
            title={t('empty.title')}
            text={t('empty.text')}
            action={add}
          />
        ) : (
          <ul className="grid grid-cols-1 gap-4">
            {instances.map((instance) => (
              <li key={instance.name}>
                <InstanceCard instance={instance} onEdit={() => setEdited(instance)} />
              </li>
            ))}
          </ul>
        )
      ) : list.isError ? (
        <Failure error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <div role="status" className="grid gap-4">
          <span className="sr-only">{t('loading')}</span>
          <Skeleton className="h-32" />
          <Skeleton className="h-32" />
        </div>
      )}
      {edited && (
        <InstanceDialog instance={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </section>
  );
}
