import type { DragEvent } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import type { Subtitles } from './subtitle-choice.ts';

/** Endings of the files that can be opened. */
export const subtitleEndings = '.srt,.vtt,.ass,.ssa';

/** Opens a file of subtitles, and says so when it cannot. */
export function useOpenSubtitles({ open }: Pick<Subtitles, 'open'>): (file: File) => void {
  const { t } = useTranslation('playback');
  return (file) => {
    open(file).then(
      () => showToast(t('subtitles.opened', { name: file.name })),
      () => showToast(t('subtitles.unknown', { name: file.name }), 'danger'),
    );
  };
}

/** Handlers for an element on which files of subtitles can be dropped. [SY53] */
export function useDroppedSubtitles(subtitles: Pick<Subtitles, 'open'>) {
  const open = useOpenSubtitles(subtitles);
  return {
    onDragOver(event: DragEvent) {
      // Otherwise the browser would leave the page for the file.
      if (event.dataTransfer.types.includes('Files')) event.preventDefault();
    },
    onDrop(event: DragEvent) {
      const file = event.dataTransfer.files.item(0);
      if (file === null) return;
      event.preventDefault();
      open(file);
    },
  };
}
