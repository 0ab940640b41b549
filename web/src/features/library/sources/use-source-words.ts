import { useTranslation } from '../../../texts/use-translation.ts';
import type { SourceEntry } from './entry.ts';
import { sourceNamespaces } from './source-entries.ts';

/**
 * The words for kinds of sources and their fields: the texts of their folders, or the words of an instance for its own
 * kinds.
 */
export function useSourceWords() {
  const { t } = useTranslation(['sources', ...sourceNamespaces]);
  return {
    title: ({ namespace, own }: SourceEntry) => own?.title ?? t('title', { ns: namespace }),
    lead: ({ namespace }: SourceEntry, instance: string) => t('lead', { ns: namespace, instance }),
    label: ({ namespace, own }: SourceEntry, field: string) =>
      own?.labels[field] ?? t(`fields.${field}`, { ns: namespace }),
    hint: ({ namespace, own }: SourceEntry, field: string) =>
      own ? '' : t(`hints.${field}`, { ns: namespace, defaultValue: '' }),
  };
}
