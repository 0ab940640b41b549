import { Eraser, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useErrorText } from '../../../client/words/error-text.ts';
import { readableBytes } from '../../../client/words/readable.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { useAdminAction } from '../admin/admin-action.ts';

type Cleaning = 'evict' | 'purge';

/** Deletes old slices or all slices, after asking. [WSC2] */
export function CleaningActions({ bytes }: { readonly bytes: number }) {
  const { t, i18n } = useTranslation('admin-slice-cache');
  const errorText = useErrorText();
  const [asked, setAsked] = useState<Cleaning>();
  const said = ({ freed_bytes }: { readonly freed_bytes: number }) => {
    setAsked(undefined);
    showToast(t('freed', { size: readableBytes(freed_bytes, i18n.locale) }));
  };
  const evict = useAdminAction('AdminService.EvictExpiredSliceCache', said);
  const purge = useAdminAction('AdminService.PurgeSliceCache', said);
  const action = asked === 'evict' ? evict : purge;
  return (
    <div className="flex flex-wrap gap-3">
      <Button icon={<Eraser size={18} aria-hidden="true" />} onClick={() => setAsked('evict')}>
        {t('evict.action')}
      </Button>
      <Button
        kind="danger"
        disabled={bytes === 0}
        icon={<Trash2 size={18} aria-hidden="true" />}
        onClick={() => setAsked('purge')}
      >
        {t('purge.action')}
      </Button>
      <ConfirmDialog
        title={asked ? t(`${asked}.title`) : ''}
        text={asked ? t(`${asked}.text`) : ''}
        action={asked ? t(`${asked}.action`) : ''}
        isOpen={asked !== undefined}
        isBusy={action.isPending}
        onConfirm={() =>
          action.mutate(
            {},
            {
              onError: (error) => {
                setAsked(undefined);
                showToast(errorText(error), 'danger');
              },
            },
          )
        }
        onClose={() => setAsked(undefined)}
      />
    </div>
  );
}
