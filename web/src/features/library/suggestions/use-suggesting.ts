import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../../client/session/session.tsx';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { showToast } from '../../../ui/signs/toast.tsx';
import { recognizeLinks } from '../library/add-links.port.ts';
import type { Refusal } from '../library/links.port.ts';
import type { AddableMedia } from '../sources/addable-media.ts';

export interface Suggesting {
  readonly isBusy: boolean;
  /**
   * Suggests the media of typed links.
   * @returns why nothing was suggested; undefined on success
   */
  readonly suggest: (links: readonly string[]) => Promise<Refusal | 'failed' | undefined>;
  /** Suggests items. False on failure, which a toast reports. */
  readonly suggestItems: (items: readonly AddableMedia[]) => Promise<boolean>;
}

/** `preview` shows links that people must review before suggesting them. [WSG1] */
export function useSuggesting(roomId: string, preview: (links: readonly string[]) => void): Suggesting {
  const { t } = useTranslation('suggestions');
  const { api } = useSession();
  const client = useQueryClient();
  const errorText = useErrorText('suggestions');
  const sending = useMutation({
    mutationFn: async (items: readonly AddableMedia[]) => {
      for (const { name, source } of items) {
        const request = { room_id: roomId, name, source };
        const { suggestion } = await api.call('SuggestionsService.SuggestMedia', request);
        showToast(t('done', { name: suggestion?.name }));
      }
    },
    onError: (error) => showToast(errorText(error), 'danger'),
  });
  const suggestItems = (items: readonly AddableMedia[]) =>
    sending.mutateAsync(items).then(
      () => true,
      () => false,
    );
  const reading = useMutation({
    mutationFn: async (links: readonly string[]) => {
      const recognized = await recognizeLinks(api, links);
      const { prepareLinks } = await import('../library/prepared-links.port.ts');
      return { recognized, ...(await prepareLinks({ api, client }, recognized)) };
    },
    onError: (error) => showToast(errorText(error), 'danger'),
  });
  return {
    isBusy: reading.isPending || sending.isPending,
    suggestItems,
    async suggest(links) {
      try {
        const { recognized, items, asksFirst } = await reading.mutateAsync(links);
        const site = recognized.find((link) => link.site)?.site;
        if (items.length === 0) return site ? { why: 'site', name: site } : { why: 'none' };
        if (asksFirst) preview(links);
        else await sending.mutateAsync(items);
        return undefined;
      } catch {
        return 'failed';
      }
    },
  };
}
