import { LogOut, Plus, Stethoscope } from 'lucide-react';
import { useState } from 'react';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { Switch } from '../../../ui/fields/switch.tsx';
import { Section } from '../../../ui/lists/section.tsx';
import { Skeleton } from '../../../ui/signs/skeleton.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { Failure } from '../../shared/shell/failure.port.tsx';
import { NewAccount } from './new-account.tsx';
import { useShared } from './shared-accounts.ts';
import { SourceFault } from './source-fault.tsx';
import { kindOf, type SourceAccount, useAccounts, useForget, useTest } from './use-accounts.ts';

/** Part of the account page: the servers with films that the person is signed in to. [WSO4] */
export function SourcesSection() {
  const { t } = useTranslation('sources');
  const { accounts, isPending, error, retry } = useAccounts();
  const [isAdding, setAdding] = useState(false);
  return (
    <Section id="sources" title={t('section.title')} text={t('section.lead')}>
      <div className="grid gap-4">
        {isPending && <Skeleton className="h-24" />}
        {error !== undefined && <Failure error={error} onRetry={retry} />}
        {!isPending && error === undefined && accounts.length === 0 && (
          <p className="text-muted">{t('section.empty')}</p>
        )}
        {accounts.length > 0 && (
          <ul className="grid grid-cols-1 gap-3">
            {accounts.map((one) => (
              <AccountRow key={one.account.id} one={one} />
            ))}
          </ul>
        )}
        <div>
          <Button icon={<Plus size={18} aria-hidden="true" />} onClick={() => setAdding(true)}>
            {t('section.add')}
          </Button>
        </div>
      </div>
      <Dialog title={t('section.add')} isOpen={isAdding} onClose={() => setAdding(false)}>
        <NewAccount
          onSignedIn={({ account }) => {
            setAdding(false);
            showToast(t('section.added', { host: account.host }));
          }}
        />
      </Dialog>
    </Section>
  );
}

function AccountRow({ one }: { readonly one: SourceAccount }) {
  const { t } = useTranslation('sources');
  const errorText = useErrorText('sources');
  const { entry, account } = one;
  const [isAsking, setAsking] = useState(false);
  const [isShared, setShared] = useShared(account);
  const forget = useForget();
  const test = useTest();
  return (
    <li className="grid gap-3 rounded-control border border-border p-4">
      <AccountTitle one={one} />
      {entry.openHost === undefined && (
        <Switch label={t('share.label')} hint={t('share.hint')} checked={isShared} onChange={setShared} />
      )}
      {test.isError && <SourceFault error={test.error} />}
      <div className="flex flex-wrap items-center gap-2">
        {entry.test && (
          <Button
            busy={test.isPending}
            icon={<Stethoscope size={18} aria-hidden="true" />}
            aria-label={t('section.testName', { host: account.host })}
            onClick={() => test.mutate(one, { onSuccess: () => showToast(t('section.works', { host: account.host })) })}
          >
            {t('section.test')}
          </Button>
        )}
        <Button
          kind="quiet"
          icon={<LogOut size={18} aria-hidden="true" />}
          aria-label={t('section.forgetName', { host: account.host })}
          onClick={() => setAsking(true)}
        >
          {t('section.forget')}
        </Button>
      </div>
      <ConfirmDialog
        title={t('section.forgetTitle', { host: account.host })}
        text={t(entry.openHost === undefined ? 'section.forgetText' : 'section.forgetPublic')}
        action={t('section.forget')}
        isOpen={isAsking}
        isBusy={forget.isPending}
        onConfirm={() =>
          forget.mutate(one, {
            onError: (error) => showToast(errorText(error), 'danger'),
            onSettled: () => setAsking(false),
          })
        }
        onClose={() => setAsking(false)}
      />
    </li>
  );
}

function AccountTitle({ one }: { readonly one: SourceAccount }) {
  const { t } = useTranslation('sources');
  const { entry, account } = one;
  return (
    <div className="flex min-w-0 items-start gap-3">
      <entry.Icon size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-accent-text" />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          <bdi>{account.host}</bdi>
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          {[
            !entry.isOfInstances && kindOf(one, t),
            account.name,
            account.instance_name && t('section.at', { instance: account.instance_name }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
    </div>
  );
}
