import type { LinkedProvider } from '@matinee/contract/gen/api.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Unlink } from 'lucide-react';
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
import { ProviderMark } from './provider-mark.tsx';
import { providerName } from './provider-names.ts';
import { useBegin } from './use-begin.ts';
import { useProviders } from './use-providers.ts';

/**
 * The accounts elsewhere that the person can sign in with. Hidden when the server has no providers and none is linked.
 */
export function LinkedSection() {
  const { t } = useTranslation('oauth2');
  const { api } = useSession();
  const errorText = useErrorText('oauth2');
  const linked = useQuery({
    queryKey: ['linked-providers'],
    queryFn: async () => (await api.call('OAuth2Service.GetLinkedProviders', {})).providers,
  });
  const { data: providers = [] } = useProviders();
  const begin = useBegin('/account#linked', true);
  const isLeaving = begin.isPending || begin.isSuccess;
  const links = linked.data ?? [];
  const others = providers.filter(({ instanceName }) => !links.some((link) => link.instanceName === instanceName));
  if (linked.isSuccess && links.length === 0 && providers.length === 0) return null;
  return (
    <Section id="linked" title={t('section.title')} text={t('section.text')}>
      {linked.isPending && <Skeleton className="h-20" />}
      {linked.isError && <Failure error={linked.error} onRetry={() => void linked.refetch()} />}
      {links.length > 0 && (
        <ul className="grid divide-y divide-border">
          {links.map((link) => (
            <LinkRow key={link.instanceName} link={link} />
          ))}
        </ul>
      )}
      {linked.isSuccess && others.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-3">
          {others.map((provider) => (
            <Button
              key={provider.instanceName}
              className="py-2"
              icon={<ProviderMark name={providerName(provider)} />}
              busy={isLeaving && begin.variables?.instanceName === provider.instanceName}
              onClick={() => begin.mutate(provider)}
            >
              <span className="text-start wrap-anywhere">{t('section.link', { name: providerName(provider) })}</span>
            </Button>
          ))}
        </div>
      )}
      {begin.isError && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {errorText(begin.error)}
        </p>
      )}
    </Section>
  );
}

function LinkRow({ link }: { readonly link: LinkedProvider }) {
  const { t, i18n } = useTranslation('oauth2');
  const { api } = useSession();
  const queryClient = useQueryClient();
  const errorText = useErrorText('oauth2');
  const [isAsking, setAsking] = useState(false);
  const name = providerName(link);
  const unlink = useMutation({
    mutationFn: () => api.call('OAuth2Service.UnlinkProvider', { provider: link.instanceName }),
    onSuccess: () => {
      showToast(t('unlinked', { name }));
      void queryClient.invalidateQueries({ queryKey: ['linked-providers'] });
      void queryClient.invalidateQueries({ queryKey: ['sessions'] });
    },
    onSettled: () => setAsking(false),
  });
  const day = link.linkedAt && new Date(link.linkedAt).toLocaleDateString(i18n.locale, { dateStyle: 'medium' });
  return (
    <li className="py-3">
      <div className="flex items-center gap-3">
        <ProviderMark name={name} />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            <span className="wrap-anywhere">{name}</span>
            {!link.available && <Chip>{t('section.unavailable')}</Chip>}
          </p>
          <p className="text-sm text-muted wrap-anywhere">
            {link.accountName && `${link.accountName} · `}
            {day && t('section.since', { day })}
          </p>
        </div>
        <IconButton
          label={t('section.unlink', { name })}
          tooltip="end"
          icon={<Unlink size={18} aria-hidden="true" />}
          disabled={unlink.isPending}
          onClick={() => setAsking(true)}
        />
      </div>
      {unlink.isError && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {errorText(unlink.error)}
        </p>
      )}
      <ConfirmDialog
        title={t('section.unlinkTitle', { name })}
        text={t('section.unlinkText')}
        action={t('section.unlinkAction')}
        isOpen={isAsking}
        isBusy={unlink.isPending}
        onConfirm={() => unlink.mutate()}
        onClose={() => setAsking(false)}
      />
    </li>
  );
}
