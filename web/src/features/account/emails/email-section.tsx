import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { usePublicSettings } from '../../../client/session/public-settings.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Section } from '../../../ui/lists/section.tsx';
import { Chip } from '../../../ui/signs/chip.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';
import { useVerification } from '../verification/verification.tsx';
import { AddressForm } from './address-form.tsx';
import { CodeField } from './code-field.tsx';
import { useEmailError } from './use-email-error.ts';

/** The address of the account: add, change, confirm, remove. [WE5] */
export function EmailSection() {
  const { t } = useTranslation('emails');
  const { api } = useSession();
  const errorText = useEmailError();
  const { refresh, remove, send, dialog } = useEmailChanges();
  const { data: settings } = usePublicSettings();
  const [isEditing, setEditing] = useState(false);
  const own = useQuery({ queryKey: ['email'], queryFn: () => api.call('UserService.GetEmail', {}) });
  const isMailOff = settings !== undefined && !settings.login_methods.includes('email');
  return (
    <Section id="email" title={t('section.title')} text={t('section.text')}>
      {own.isPending && <Skeleton className="h-16" />}
      {own.isError && <Failure error={own.error} onRetry={() => void own.refetch()} />}
      {own.data?.email && (
        <p className="flex flex-wrap items-center gap-3">
          <span className="min-w-0 font-medium wrap-anywhere">{own.data.email}</span>
          <Chip tone="good" icon={<BadgeCheck size={14} aria-hidden="true" />}>
            {t('section.verified')}
          </Chip>
        </p>
      )}
      {own.data?.pending_email && !isEditing && (
        <PendingAddress key={own.data.pending_email} email={own.data.pending_email} onConfirmed={refresh} />
      )}
      {isEditing && (
        <div className="mt-4 grid max-w-md gap-3">
          <AddressForm
            action={t('send')}
            hint={own.data?.email ? t('section.changeHint') : t('section.addHint')}
            onSend={send}
            onSent={async () => {
              await refresh();
              setEditing(false);
            }}
          />
          <Button kind="quiet" onClick={() => setEditing(false)}>
            {t('cancel')}
          </Button>
        </div>
      )}
      {remove.error && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {errorText(remove.error)}
        </p>
      )}
      {own.data && !isEditing && (
        <AddressActions
          isSet={Boolean(own.data.email)}
          isMailOff={isMailOff}
          isRemoving={remove.isPending}
          onEdit={() => setEditing(true)}
          onRemove={() => remove.mutate()}
        />
      )}
      {dialog}
    </Section>
  );
}

/** The changes of the account's address. Each needs a proof, which `dialog` takes. */
function useEmailChanges() {
  const { t, i18n } = useTranslation('emails');
  const { api } = useSession();
  const queryClient = useQueryClient();
  const { withProof, dialog } = useVerification();
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: ['email'] });
    // A change of a factor ends the account's other sessions, so their list is read again.
    for (const key of ['preferences', 'sessions']) void queryClient.invalidateQueries({ queryKey: [key] });
  };
  const remove = useMutation({
    mutationFn: () =>
      withProof('SENSITIVE_OPERATION_EMAIL_UNBIND', (verification_id) =>
        api.call('UserService.UnbindEmail', { verification_id }),
      ),
    onSuccess: async (answer) => {
      if (!answer) return;
      showToast(t('section.removed'));
      await refresh();
    },
  });
  const send = async (email: string) => {
    const answer = await withProof('SENSITIVE_OPERATION_EMAIL_BIND', (verification_id) =>
      api.call('UserService.StartEmailBind', { email, language: i18n.language, verification_id }),
    );
    return answer ?? false;
  };
  return { refresh, remove, send, dialog };
}

interface AddressActionsProps {
  /** True: the account has an address. */
  readonly isSet: boolean;
  readonly isMailOff: boolean;
  readonly isRemoving: boolean;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function AddressActions({ isSet, isMailOff, isRemoving, onEdit, onRemove }: AddressActionsProps) {
  const { t } = useTranslation('emails');
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {isMailOff ? (
        <p className="text-sm text-muted">{t('section.off')}</p>
      ) : (
        <Button onClick={onEdit}>{t(isSet ? 'section.change' : 'section.add')}</Button>
      )}
      {isSet && (
        <Button kind="quiet" busy={isRemoving} onClick={onRemove}>
          {t('section.remove')}
        </Button>
      )}
    </div>
  );
}

interface PendingAddressProps {
  readonly email: string;
  readonly onConfirmed: () => Promise<void>;
}

/** An address whose code was mailed. */
function PendingAddress({ email, onConfirmed }: PendingAddressProps) {
  const { t } = useTranslation('emails');
  const { api } = useSession();
  const errorText = useEmailError();
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => api.call('UserService.ConfirmEmailBind', { email, email_token: code.trim() }),
    onSuccess: async () => {
      showToast(t('section.confirmed', { email }));
      await onConfirmed();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== '' && !confirm.isPending) confirm.mutate();
  };
  return (
    <form onSubmit={submit} className="mt-4 grid max-w-md gap-4">
      <p className="wrap-anywhere">{t('section.pending', { email })}</p>
      <CodeField
        email={email}
        value={code}
        onChange={(value) => {
          confirm.reset();
          setCode(value);
        }}
        error={confirm.error ? errorText(confirm.error) : undefined}
      />
      <Button type="submit" kind="primary" busy={confirm.isPending}>
        {t('section.confirm')}
      </Button>
    </form>
  );
}
