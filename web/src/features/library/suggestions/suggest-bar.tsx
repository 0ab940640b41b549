import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { Lightbulb, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import type { RecognizedLink } from '../library/add-links.port.ts';
import { LinkList } from '../library/paste/link-list.tsx';
import { LinkPreview } from '../library/paste/link-preview.tsx';
import { usePreparing } from '../library/paste/use-add-pasted.ts';
import { useRecognized } from '../library/paste/use-recognized.ts';
import type { Suggesting } from './use-suggesting.ts';

export interface SuggestBarProps extends Pick<Suggesting, 'suggestItems'> {
  readonly links: readonly string[];
  readonly onClose: () => void;
}

/** Shows the media of pasted links before they are suggested. Enter suggests them, Escape dismisses them. [WSG1] */
export function SuggestBar({ links, suggestItems, onClose }: SuggestBarProps) {
  const { t } = useTranslation('suggestions');
  const errorText = useErrorText('suggestions');
  const { query, wait } = useRecognized(links);
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => next.current?.focus(), []);
  const recognized = query.data ?? [];
  const found = recognized.filter((link) => link.found);
  const isRefused = query.isSuccess && found.length === 0;
  const { isBusy, suggest } = useSuggestPasted({ wait, suggestItems, onClose });
  return (
    <section
      aria-label={t('bar.label')}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="fixed inset-x-0 bottom-0 z-30 mx-auto w-full max-w-2xl animate-rise p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:bottom-6 lg:end-96"
    >
      <div className="max-h-[70dvh] overflow-y-auto rounded-card border border-line bg-surface p-4 shadow-raised">
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <p role="status" className="font-semibold wrap-anywhere">
              <Title {...{ links, recognized, isRefused }} />
            </p>
            {recognized.length === 1 && found[0] && <LinkPreview recognized={found[0]} />}
            {recognized.length > 1 && <LinkList recognized={recognized} />}
          </div>
          <IconButton
            label={t('bar.dismiss')}
            tooltip="end"
            icon={<X size={20} aria-hidden="true" />}
            onClick={onClose}
          />
        </div>
        {query.isError && (
          <p role="alert" className="mt-2 text-sm text-danger">
            {errorText(query.error)}
          </p>
        )}
        {!isRefused && (
          <Button
            ref={next}
            kind="primary"
            className="mt-3"
            busy={isBusy}
            icon={<Lightbulb size={18} aria-hidden="true" />}
            onClick={() => void suggest()}
          >
            {t('action')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Suggests the recognized media, after the person could see any obstacles. */
function useSuggestPasted({
  wait,
  suggestItems,
  onClose,
}: Pick<SuggestBarProps, 'suggestItems' | 'onClose'> & { readonly wait: () => Promise<readonly RecognizedLink[]> }) {
  const prepare = usePreparing();
  const [isBusy, setBusy] = useState(false);
  const suggest = async () => {
    setBusy(true);
    const items = await prepare(await wait().catch(() => []));
    const isDone = items !== undefined && items.length > 0 && (await suggestItems(items));
    setBusy(false);
    if (isDone) onClose();
  };
  return { isBusy, suggest };
}

interface TitleProps {
  readonly links: readonly string[];
  readonly recognized: readonly RecognizedLink[];
  readonly isRefused: boolean;
}

function Title({ links, recognized, isRefused }: TitleProps) {
  const { t } = useTranslation(['suggestions', 'library']);
  const [first] = recognized;
  if (isRefused) return first?.site ? t('add.site', { ns: 'library', name: first.site }) : t('bar.none');
  if (links.length > 1) return t('bar.many');
  return <bdi>{t('bar.one', { name: first?.found ? shownTitle(first.found.name) : links[0] })}</bdi>;
}
