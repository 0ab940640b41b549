import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { type Format, formats } from './formats/formats.ts';
import { readItems, saveItems } from './saving.ts';

/** Saves the playlist in one of three formats. [WPF1] [WPF2] */
export function SavePart() {
  const { t } = useTranslation('playlist-files');
  const errorText = useErrorText('playlist-files');
  const { room, info } = useRoom();
  const [format, setFormat] = useState<Format>('m3u');
  const save = useMutation({
    mutationFn: async () => {
      const items = await readItems(room.api, room.roomId);
      return { count: items.length, leftOut: saveItems(format, info.name, items) };
    },
  });
  const chooseFormat = (next: Format) => {
    setFormat(next);
    save.reset();
  };
  return (
    <section aria-label={t('save.title')} className="grid gap-3">
      <h2 className="font-semibold">{t('save.title')}</h2>
      <Choice<Format>
        label={t('save.format')}
        value={format}
        onChange={chooseFormat}
        options={formats.map((value) => ({ value, label: value.toUpperCase(), hint: t(`save.${value}`) }))}
      />
      <Button icon={<Download size={18} aria-hidden="true" />} busy={save.isPending} onClick={() => save.mutate()}>
        {t('save.action')}
      </Button>
      <p role="status" className="text-sm text-muted empty:hidden">
        {save.data && save.data.leftOut === 0 && t('save.done', { count: save.data.count })}
        {save.data && save.data.leftOut > 0 && t('save.leftOut', { count: save.data.leftOut })}
      </p>
      {save.error && (
        <p role="alert" className="text-sm text-danger">
          {errorText(save.error)}
        </p>
      )}
    </section>
  );
}
