import type { Passkey } from '@matinee/contract/gen/api.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Section } from '../../../ui/lists/section.tsx';
import { EmptyState } from '../../../ui/signs/empty-state.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';
import { useVerification } from '../verification/verification.tsx';
import { addPasskey, obstacle } from './ceremonies.ts';
import { usePasskeyError } from './passkey-error.ts';
import { PasskeyRow } from './passkey-row.tsx';

/** The passkeys of the account: add, rename, remove. */
export function PasskeysSection() {
  const { t } = useTranslation('passkeys');
  const { list, add, remove, error, dialog } = usePasskeys();
  const why = obstacle();
  return (
    <Section id="passkeys" title={t('title')} text={t('text')}>
      {list.isPending && <Skeleton className="h-20" />}
      {list.isError && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.length === 0 && <EmptyState icon={<KeyRound aria-hidden="true" />} title={t('none')} />}
      {list.data && list.data.length > 0 && (
        <ul className="grid divide-y divide-border">
          {list.data.map((passkey) => (
            <PasskeyRow
              key={passkey.credentialId}
              passkey={passkey}
              isBusy={remove.isPending}
              onRemove={() => {
                add.reset();
                remove.mutate(passkey);
              }}
            />
          ))}
        </ul>
      )}
      {error && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {error}
        </p>
      )}
      {why ? (
        <p className="mt-4 text-sm text-muted">{t(why)}</p>
      ) : (
        <Button
          className="mt-4"
          icon={<Plus size={18} aria-hidden="true" />}
          busy={add.isPending}
          onClick={() => {
            remove.reset();
            add.mutate();
          }}
        >
          {t('add')}
        </Button>
      )}
      {dialog}
    </Section>
  );
}

/** The list, and its changes. Each needs a proof, which `dialog` takes. */
function usePasskeys() {
  const { t } = useTranslation('passkeys');
  const { api } = useSession();
  const queryClient = useQueryClient();
  const errorText = usePasskeyError();
  const { withProof, dialog } = useVerification();
  const list = useQuery({
    queryKey: ['passkeys'],
    queryFn: async () => (await api.call('UserService.ListPasskeys', {})).passkeys,
  });
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: ['passkeys'] });
    void queryClient.invalidateQueries({ queryKey: ['sessions'] });
    void queryClient.invalidateQueries({ queryKey: ['preferences'] });
  };
  const add = useMutation({
    mutationFn: () => withProof('SENSITIVE_OPERATION_PASSKEY_BIND', (id) => addPasskey(api, id)),
    onSuccess: (passkey) => {
      if (!passkey) return;
      showToast(t('added', { name: passkey.name }));
      refresh();
    },
  });
  const remove = useMutation({
    mutationFn: ({ credentialId }: Passkey) =>
      withProof('SENSITIVE_OPERATION_PASSKEY_DELETE', (verificationId) =>
        api.call('UserService.DeletePasskey', { credentialId, verificationId }),
      ),
    onSuccess: (answer, { name }) => {
      if (!answer) return;
      showToast(t('removed', { name }));
      refresh();
    },
  });
  return { list, add, remove, error: errorText(add.error ?? remove.error), dialog };
}
