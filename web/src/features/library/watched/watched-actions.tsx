import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import { readWatched, saveWatched } from './saving.ts';

/** Saves or, after a confirmation, deletes the watch history. [WOH2] [WOH3] */
export function WatchedActions({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('watched');
  const [isAsking, setAsking] = useState(false);
  const { save, clear } = useActions(userId);
  return (
    <div className="flex flex-wrap gap-2">
      {(['m3u', 'json'] as const).map((format) => (
        <Button
          key={format}
          icon={<Download size={18} aria-hidden="true" />}
          busy={save.isPending && save.variables === format}
          onClick={() => save.mutate(format)}
        >
          {t('save', { format: format.toUpperCase() })}
        </Button>
      ))}
      <Button kind="danger" icon={<Trash2 size={18} aria-hidden="true" />} onClick={() => setAsking(true)}>
        {t('clear.action')}
      </Button>
      <ConfirmDialog
        title={t('clear.title')}
        text={t('clear.text')}
        action={t('clear.action')}
        isOpen={isAsking}
        onConfirm={() => {
          clear.mutate();
          setAsking(false);
        }}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

function useActions(userId: string) {
  const { t } = useTranslation('watched');
  const { api } = useSession();
  const client = useQueryClient();
  const errorText = useErrorText('watched');
  const onError = (error: unknown) => showToast(errorText(error), 'danger');
  const save = useMutation({
    mutationFn: async (format: 'm3u' | 'json') => saveWatched(format, 'watched', await readWatched(api)),
    onSuccess: (leftOut) => showToast(leftOut > 0 ? t('leftOut') : t('saved')),
    onError,
  });
  const clear = useMutation({
    mutationFn: () => api.call('WatchedService.ClearWatched', {}),
    onError,
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['watched', userId] });
      await client.invalidateQueries({ queryKey: ['unfinished', userId] });
    },
  });
  return { save, clear };
}
