import type { DragEvent } from 'react';
import { ApiError } from '../../../../client/calls/api-error.ts';
import { useErrorText } from '../../../../client/words/error-text.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { showToast } from '../../../../ui/signs/toast.tsx';
import { commentEndings, openComments } from '../../danmaku/own-comments.ts';
import type { Subtitles } from './subtitle-choice.ts';

/** File name endings that the page can open. */
export const subtitleEndings = '.srt,.vtt,.ass,.ssa,.ttml,.dfxp,.xml,.smi,.sami,.sub,.txt';

/** Opens a file of subtitles, and reports when that fails. */
export function useOpenSubtitles({ open }: Pick<Subtitles, 'open'>): (file: File) => void {
  const { t } = useTranslation('playback');
  const errorText = useErrorText();
  return (file) => {
    open(file).then(
      () => showToast(t('subtitles.opened', { name: file.name })),
      (error) =>
        showToast(error instanceof ApiError ? errorText(error) : t('subtitles.unknown', { name: file.name }), 'danger'),
    );
  };
}

/** Opens a file of comments for the item, and reports when that fails. [WDK7] */
export function useOpenComments(mediaId: string | undefined): (file: File) => void {
  const { t } = useTranslation('playback');
  return (file) => {
    if (mediaId === undefined) return;
    openComments(file, mediaId).then(
      () => showToast(t('comments.opened', { name: file.name })),
      () => showToast(t('comments.unknown', { name: file.name }), 'danger'),
    );
  };
}

/** Handlers for an element that takes dropped files of subtitles and comments. [SY53] [WDK7] */
export function useDroppedFiles(subtitles: Pick<Subtitles, 'open'>, mediaId: string | undefined) {
  const openSubtitles = useOpenSubtitles(subtitles);
  const openDocument = useOpenComments(mediaId);
  return {
    onDragOver(event: DragEvent) {
      // Otherwise the browser would leave the page and open the file.
      if (event.dataTransfer.types.includes('Files')) event.preventDefault();
    },
    onDrop(event: DragEvent) {
      const file = event.dataTransfer.files.item(0);
      if (file === null) return;
      event.preventDefault();
      const hasComments = commentEndings.split(',').some((ending) => file.name.toLowerCase().endsWith(ending));
      (hasComments ? openDocument : openSubtitles)(file);
    },
  };
}
