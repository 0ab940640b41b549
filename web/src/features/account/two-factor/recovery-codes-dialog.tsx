import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { usePublicSettings } from '../../../client/session/public-settings.ts';
import { useSession } from '../../../client/session/session.tsx';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { saveFile } from '../../../ui/save-file.ts';

export interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/**
 * The ten codes, to copy, download or print. They are shown only once: closing asks first if the person has not kept
 * them.
 */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const { t } = useTranslation('two-factor');
  const { user } = useSession();
  const { data: settings } = usePublicSettings();
  const [isLeaving, setLeaving] = useState(false);
  const title = t('codes.fileTitle', { name: user?.username, server: settings?.server_name || location.host });
  const text = `${title}\n${t('codes.fileText')}\n\n${codes.join('\n')}\n`;
  return (
    <Dialog title={t('codes.title')} description={t('codes.text')} isOpen onClose={() => setLeaving(true)}>
      <div data-print className="grid gap-3">
        <p className="hidden font-semibold print:block">{title}</p>
        <ol className="grid gap-x-6 gap-y-1 rounded-control bg-surface-2 p-4 font-mono text-base sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code} className="text-center tabular-nums select-all">
              {code}
            </li>
          ))}
        </ol>
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <CopyButton kind="secondary" text={text} label={t('codes.copy')} />
        <Button icon={<Download size={18} aria-hidden="true" />} onClick={() => saveFile('recovery-codes.txt', text)}>
          {t('codes.download')}
        </Button>
        <Button icon={<Printer size={18} aria-hidden="true" />} onClick={() => window.print()}>
          {t('codes.print')}
        </Button>
      </div>
      <Button kind="primary" className="mt-6 w-full" onClick={onClose}>
        {t('codes.done')}
      </Button>
      <ConfirmDialog
        title={t('codes.leaveTitle')}
        text={t('codes.leaveText')}
        action={t('codes.leave')}
        isOpen={isLeaving}
        onConfirm={onClose}
        onClose={() => setLeaving(false)}
      />
    </Dialog>
  );
}
