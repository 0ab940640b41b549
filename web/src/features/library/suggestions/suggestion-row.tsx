import type { Suggestion } from '@matinee/contract/gen/api.ts';
import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { Plus, X } from 'lucide-react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { formatTime } from '../../film/playback/format-time.port.ts';
import { Cover } from '../library/cover.tsx';
import { providerNames } from '../library/paste/provider-names.ts';
import { useSourceDescription } from '../library/paste/use-recognized.ts';

export interface SuggestionRowProps {
  readonly suggestion: Suggestion;
  readonly isOwn: boolean;
  readonly isBusy: boolean;
  /** Undefined: this person may not. */
  readonly onTake: (() => void) | undefined;
  readonly onRemove: (() => void) | undefined;
}

/** The suggested item, its site and its author. [WSG2] */
export function SuggestionRow({ suggestion, isOwn, isBusy, onTake, onRemove }: SuggestionRowProps) {
  const { t } = useTranslation('suggestions');
  const { id, source, suggester_display_name: user } = suggestion;
  const name = shownTitle(suggestion.name);
  const description = useSourceDescription(source, [id]);
  const facts = [
    isOwn ? t('own') : t('by', { name: user }),
    description?.duration_seconds ? formatTime(description.duration_seconds) : '',
    originOf(source),
  ].filter(Boolean);
  return (
    <li className="flex min-w-0 items-center gap-1 rounded-control ps-3 hover:bg-surface-2">
      {description?.thumbnail && <Cover path={description.thumbnail} />}
      <div className="min-w-0 flex-1 py-2">
        <span dir="auto" className="line-clamp-2 leading-snug font-medium wrap-anywhere">
          {name}
        </span>
        <span className="block truncate text-sm text-muted">{facts.join(' · ')}</span>
      </div>
      {onTake && (
        <Button
          aria-label={t('take', { name })}
          busy={isBusy}
          className="shrink-0"
          icon={<Plus size={18} aria-hidden="true" />}
          onClick={onTake}
        >
          {t('add')}
        </Button>
      )}
      {onRemove && (
        <IconButton
          label={t(isOwn ? 'withdraw' : 'decline', { name })}
          tooltip="end"
          disabled={isBusy}
          icon={<X size={18} aria-hidden="true" />}
          onClick={onRemove}
        />
      )}
    </li>
  );
}

/** The name or the address of the site that has the film. */
function originOf(source: Suggestion['source']): string {
  const url = source?.direct_url?.url;
  if (url) return URL.parse(url)?.host ?? '';
  const provider = Object.keys(source ?? {}).find((name) => name in providerNames);
  return provider ? providerNames[provider]! : '';
}
