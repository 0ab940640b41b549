import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../../client/session/session.tsx';
import { useErrorText } from '../../../../client/words/error-text.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Dialog } from '../../../../ui/dialogs/dialog.tsx';
import { Switch } from '../../../../ui/fields/switch.tsx';
import { saveFile } from '../../../../ui/save-file.ts';
import { showToast } from '../../../../ui/signs/toast.tsx';
import { settingsFile } from './settings-file.ts';

/** Saves the settings to a file, which can be imported here or on the command line. [WAS5] */
export function ExportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('admin-settings');
  const { api } = useSession();
  const errorText = useErrorText();
  const [includeSecrets, setSecrets] = useState(false);
  const [includeDefaults, setDefaults] = useState(false);
  const save = useMutation({
    mutationFn: () => api.call('AdminService.ExportSettings', { includeSecrets, includeDefaults }),
    onSuccess: ({ values = {}, exportedAt }) => {
      const { name, text } = settingsFile(values, exportedAt);
      saveFile(name, text);
      showToast(t('transfer.exported', { count: Object.keys(values).length, name }));
      onClose();
    },
  });
  return (
    <Dialog title={t('transfer.exportTitle')} description={t('transfer.exportText')} isOpen onClose={onClose}>
      <div className="grid gap-4">
        <Switch
          label={t('transfer.defaults')}
          hint={t('transfer.defaultsHint')}
          checked={includeDefaults}
          onChange={setDefaults}
        />
        <Switch
          label={t('transfer.secrets')}
          hint={t('transfer.secretsHint')}
          checked={includeSecrets}
          onChange={setSecrets}
        />
        {save.error && (
          <p role="alert" className="text-danger">
            {errorText(save.error)}
          </p>
        )}
        <Button
          kind="primary"
          icon={<Download size={18} aria-hidden="true" />}
          busy={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('transfer.save')}
        </Button>
      </div>
    </Dialog>
  );
}
