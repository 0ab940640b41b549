import type { ProviderInstance } from '@matinee/contract/gen/api.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useAdminAction } from '../admin/admin-action.ts';
import { HealthChip, HealthText } from './health-text.tsx';
import { InstanceFields } from './instance-fields.tsx';
import { changeOf, type Form, formOf, placeOf } from './instance-form.ts';

interface InstanceDialogProps {
  /** Undefined: a new one. */
  readonly instance: ProviderInstance | undefined;
  readonly onClose: () => void;
}

/** Edits the address and credentials of an instance. The connection can be tested before saving. [WPI1] */
export function InstanceDialog({ instance, onClose }: InstanceDialogProps) {
  const { t } = useTranslation('admin-providers');
  const errorText = useErrorText();
  const { api } = useSession();
  const [form, setForm] = useState(() => formOf(instance));
  const change = (part: Partial<Form>) => {
    setForm({ ...form, ...part });
    test.reset();
  };
  const done = (key: string) => () => {
    showToast(t(key, { name: form.name }));
    onClose();
  };
  const add = useAdminAction('ProviderCommonService.AddProviderInstance', done('done.add'));
  const update = useAdminAction('ProviderCommonService.UpdateProviderInstance', done('done.edit'));
  const test = useMutation({
    mutationFn: () =>
      instance
        ? api.call('ProviderCommonService.UpdateProviderInstance', { ...changeOf(form, instance), test_only: true })
        : api.call('ProviderCommonService.AddProviderInstance', { ...placeOf(form), disabled: false, test_only: true }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (instance) update.mutate({ ...changeOf(form, instance), expected_version: instance.version, test_only: false });
    else add.mutate({ ...placeOf(form), disabled: false, test_only: false });
  };
  const error = add.error ?? update.error ?? test.error;
  const health = test.data?.instance?.health;
  return (
    <Dialog
      title={instance ? t('form.editTitle', { name: instance.name }) : t('form.addTitle')}
      isOpen
      onClose={onClose}
    >
      <form onSubmit={submit} className="grid gap-5">
        <InstanceFields form={form} instance={instance} onChange={change} />
        {health && <TestResult health={health} />}
        {error && (
          <p role="alert" className="text-danger">
            {errorText(error)}
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="button" busy={test.isPending} onClick={() => test.mutate()}>
            {t('form.test')}
          </Button>
          <Button type="submit" kind="primary" busy={add.isPending || update.isPending}>
            {t(instance ? 'form.save' : 'form.add')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function TestResult({ health }: { readonly health: NonNullable<ProviderInstance['health']> }) {
  return (
    <div role="status" className="grid gap-2 rounded-card bg-surface-2 p-4">
      <div>
        <HealthChip status={health.status} />
      </div>
      <HealthText health={health} />
    </div>
  );
}
