import type { SettingDeclaration } from '@matinee/contract/gen/api.ts';
import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../../client/session/session.tsx';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';

/**
 * Exports all settings to a file and imports them from one. Only root sees this, because the server allows it only to
 * root. [WAS5]
 */
export function Transfer({ declarations }: { readonly declarations: readonly SettingDeclaration[] }) {
  const { t } = useTranslation('admin-settings');
  const { user } = useSession();
  const [open, setOpen] = useState<'export' | 'import'>();
  const close = () => setOpen(undefined);
  if (user?.role !== 'root') return null;
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon={<Download size={18} aria-hidden="true" />} onClick={() => setOpen('export')}>
        {t('transfer.export')}
      </Button>
      <Button icon={<Upload size={18} aria-hidden="true" />} onClick={() => setOpen('import')}>
        {t('transfer.import')}
      </Button>
      {open === 'export' && <ExportDialog onClose={close} />}
      {open === 'import' && <ImportDialog declarations={declarations} onClose={close} />}
    </div>
  );
}
