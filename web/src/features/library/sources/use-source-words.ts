import { useTranslation } from '../../../texts/use-translation.ts';
import type { SourceEntry } from './entry.ts';
import { sourceNamespaces } from './source-entries.ts';

/** What kinds of sources and their fields are called: by the texts of their folders, or as an instance calls its own. */
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
