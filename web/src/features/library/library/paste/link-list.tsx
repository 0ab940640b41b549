import { Check, X } from 'lucide-react';
import { useTranslation } from '../../../../texts/use-translation.ts';
import type { RecognizedLink } from '../add-links.port.ts';

/** The media of each of several links, and the links without media. */
export function LinkList({ recognized }: { readonly recognized: readonly RecognizedLink[] }) {
  const { t } = useTranslation('library');
  return (
    <ul className="mt-1 grid max-h-40 gap-1 overflow-y-auto text-sm text-muted">
      {recognized.map(({ link, found, site, folder }) => (
        <li key={link} className="flex min-w-0 items-start gap-2">
          {found ? (
            <Check size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-good" />
          ) : (
            <X size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-danger" />
          )}
          <span className="min-w-0">
            <bdi className="block truncate">{found?.name ?? link}</bdi>
            {!found && (
              <span className="text-danger">
                {t(folder ? 'paste.isList' : site ? 'paste.site' : 'paste.unknown', { name: site })}
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
