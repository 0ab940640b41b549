import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Section } from '../../../ui/lists/section.tsx';
import { Avatar } from '../../../ui/signs/avatar.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';
import { useBlock, useBlockedUsers } from './blocks.port.ts';

/** Part of the account page: the blocked people, each with a button that unblocks them. [WB2] */
export function BlocksSection() {
  const { t } = useTranslation('blocks');
  const query = useBlockedUsers();
  const block = useBlock();
  return (
    <Section id="blocks" title={t('title')} text={t('lead')}>
      {query.isPending && <Skeleton className="h-12" />}
      {query.isError && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.length === 0 && <p className="text-muted">{t('empty')}</p>}
      {query.data && query.data.length > 0 && (
        <ul className="grid grid-cols-1 gap-2">
          {query.data.map(({ user_id: userId, display_name: name }) => (
            <li key={userId} className="flex min-w-0 items-center gap-3">
              <Avatar id={userId} name={name} size="small" />
              <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
              <Button
                aria-label={t('unblockName', { name })}
                onClick={() => block.mutate({ userId, name, isBlocked: false })}
              >
                {t('unblock')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
