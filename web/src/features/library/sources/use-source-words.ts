import { useTranslation } from '../../../texts/use-translation.ts';
import type { SourceEntry } from './entry.ts';

/** The words for kinds of sources and their fields: our texts, or the words of an instance for its own kinds. */
export function useSourceWords() {
  const { t } = useTranslation('sources');
  return {
    title: ({ name, own }: SourceEntry) => own?.title ?? t(`kinds.${name}.title`),
    lead: ({ name }: SourceEntry, instance: string) => t(`kinds.${name}.lead`, { instance }),
    label: ({ name, own }: SourceEntry, field: string) => own?.labels[field] ?? t(`kinds.${name}.fields.${field}`),
    hint: ({ name, own }: SourceEntry, field: string) =>
      own ? '' : t(`kinds.${name}.hints.${field}`, { defaultValue: '' }),
  };
}
