import type { SettingChange, SettingDeclaration } from '@matinee/contract/gen/api.ts';
import { type ChangeEvent, useState } from 'react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Dialog } from '../../../../ui/dialogs/dialog.tsx';
import { Switch } from '../../../../ui/fields/switch.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { Skeleton } from '../../../../ui/signs/skeleton.tsx';
import { showToast } from '../../../../ui/signs/toast.tsx';
import { useSettingText } from '../setting-text.ts';
import { ValueChange } from '../value-change.tsx';
import { ImportFaults } from './import-faults.tsx';
import { readSettingsFile, type SettingsDocument } from './settings-file.ts';
import { useImport } from './use-import.ts';

export interface ImportDialogProps {
  readonly declarations: readonly SettingDeclaration[];
  readonly onClose: () => void;
}

/** Imports settings from a file. It shows the changes, and makes them after a confirmation. [WAS5] */
export function ImportDialog({ declarations, onClose }: ImportDialogProps) {
  const { t } = useTranslation('admin-settings');
  const [values, setValues] = useState<SettingsDocument>();
  const [isUnreadable, setUnreadable] = useState(false);
  const [resetOthers, setResetOthers] = useState(false);
  const { trial, run, isOvertaken } = useImport(values, resetOthers, (count) => {
    showToast(t('transfer.done', { count }));
    onClose();
  });
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    const found = file && readSettingsFile(await file.text());
    run.reset();
    setValues(found);
    setUnreadable(file !== undefined && found === undefined);
  };
  const changes = trial.data?.changes ?? [];
  const refused = trial.error ?? (isOvertaken ? null : run.error);
  return (
    <Dialog title={t('transfer.importTitle')} description={t('transfer.importText')} isOpen onClose={onClose}>
      <div className="grid gap-5">
        <TextField
          label={t('transfer.file')}
          type="file"
          accept=".json,application/json"
          onChange={(event) => void read(event)}
          error={isUnreadable ? t('transfer.unreadable') : undefined}
          className="py-1.5 file:me-3 file:min-h-8 file:cursor-pointer file:rounded-control file:bg-surface-2 file:px-3 file:text-text"
        />
        <Switch
          label={t('transfer.resetOthers')}
          hint={t('transfer.resetOthersHint')}
          checked={resetOthers}
          onChange={(isOn) => {
            run.reset();
            setResetOthers(isOn);
          }}
        />
        {values && trial.isPending && <Skeleton className="h-24" />}
        {refused && <ImportFaults error={refused} declarations={declarations} />}
        {isOvertaken && (
          <p role="alert" className="text-danger">
            {t('transfer.conflict')}
          </p>
        )}
        {trial.data && <ChangePreview changes={changes} declarations={declarations} />}
        <div className="flex flex-wrap justify-end gap-3">
          <Button kind="quiet" onClick={onClose}>
            {t('cancel', { ns: 'shell' })}
          </Button>
          {changes.length > 0 && (
            <Button kind="primary" busy={run.isPending || trial.isFetching} onClick={() => run.mutate()}>
              {t('transfer.run', { count: changes.length })}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

interface ChangesProps {
  readonly changes: readonly SettingChange[];
  readonly declarations: readonly SettingDeclaration[];
}

/** Shows the changes that the import would make. */
function ChangePreview({ changes, declarations }: ChangesProps) {
  const { t } = useTranslation('admin-settings');
  return (
    <>
      <p role="status" className="font-medium">
        {t(changes.length === 0 ? 'transfer.nothing' : 'transfer.changes', { count: changes.length })}
      </p>
      {changes.length > 0 && <Changes changes={changes} declarations={declarations} />}
    </>
  );
}

function Changes({ changes, declarations }: ChangesProps) {
  const { t } = useTranslation('admin-settings');
  const text = useSettingText();
  const labelOf = (key: string) => {
    const declaration = declarations.find((one) => one.key === key);
    return declaration ? text.label(declaration) : key;
  };
  return (
    <ul aria-label={t('transfer.list')} className="divide-y divide-border rounded-card border border-border">
      {changes.map(({ key, from, to, secretChanged }) => (
        <li key={key} className="grid gap-1 px-4 py-3">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-medium">{labelOf(key)}</span>
            <code className="text-xs text-muted wrap-anywhere">{key}</code>
          </p>
          <ValueChange from={from} to={to} secretChanged={secretChanged} />
        </li>
      ))}
    </ul>
  );
}
