import { useTranslation } from '../../../texts/use-translation.ts';
import type { ListedSection } from '../../../ui/lists/section-list.ts';

/** Links to the sections, beside the page where there is room. */
export function SectionNavigation({ sections }: { readonly sections: readonly ListedSection[] }) {
  const { t } = useTranslation('account');
  return (
    <nav aria-label={t('sections')} className="sticky top-6 hidden self-start lg:block">
      <ul className="grid gap-1">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-11 items-center rounded-control px-4 font-medium text-muted transition-colors hover:bg-surface-2 hover:text-text"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
