import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { controlClass } from '../../../ui/fields/text-field.tsx';
import { isComposing } from '../../../ui/is-composing.ts';
import { Spinner } from '../../../ui/signs/spinner.tsx';
import { useStoredChoice } from '../../../ui/stored-choice.ts';
import { EmojiGrid } from './emoji-grid.tsx';
import type { Emoji, EmojiGroup } from './emojis.ts';
import { emojisIn, findEmojis } from './find-emojis.ts';
import { GroupTabs } from './group-tabs.tsx';
import { recentEmojis, rememberEmoji } from './recent.ts';
import { ToneChoice } from './tone-choice.tsx';
import { chosenTone, type Tone, withoutTone, withTone } from './tones.ts';
import { useEmojis } from './use-emojis.ts';

/** The most emoji that a search shows. */
const mostFound = 96;

export interface EmojiPickerProps {
  /** `isMore`: the person wants to pick more emoji after this one. */
  readonly onPick: (emoji: string, isMore: boolean) => void;
}

/** Focuses the search field if there is one; not on a phone, where the keyboard would cover the emoji. */
export function focusSearch(around: ParentNode | null): void {
  if (matchMedia('(pointer: coarse)').matches) return;
  around?.querySelector<HTMLElement>('[data-emoji-search]')?.focus({ preventScroll: true });
}

/** Chooses an emoji: by search words or in categories. [WEM1]–[WEM4] */
export function EmojiPicker({ onPick }: EmojiPickerProps) {
  const { t } = useTranslation('emoji');
  const emojis = useEmojis();
  if (emojis.state === 'there') return <LoadedPicker groups={emojis.groups} onPick={onPick} />;
  return (
    <div className="grid h-96 max-h-full place-content-center justify-items-center gap-3 p-6 text-center">
      {emojis.state === 'loading' ? (
        <p role="status" className="flex items-center gap-2 text-muted">
          <Spinner />
          {t('loading')}
        </p>
      ) : (
        <>
          <p role="alert">{t('failed')}</p>
          <Button kind="secondary" onClick={emojis.retry}>
            {t('retry')}
          </Button>
        </>
      )}
    </div>
  );
}

function LoadedPicker({ groups, onPick }: EmojiPickerProps & { readonly groups: readonly EmojiGroup[] }) {
  const { t } = useTranslation('emoji');
  const id = useId();
  const tone = useStoredChoice(chosenTone);
  const { shown, names, chosen, choose, search, setSearch, says } = useShown(groups);
  const [looked, setLooked] = useState<Emoji>();
  const field = useRef<HTMLInputElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  useEffect(() => focusSearch(field.current?.parentElement ?? null), []);
  const label = search === '' ? t(`groups.${chosen}`) : t('search');
  const pick = (emoji: Emoji, isMore: boolean) => {
    rememberEmoji(emoji.emoji);
    onPick(withTone(emoji, tone), isMore);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'ArrowDown') grid.current?.querySelector<HTMLElement>('button')?.focus();
    else if (event.key === 'Enter' && search !== '' && shown[0]) pick(shown[0], event.shiftKey);
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex h-96 max-h-full flex-col">
      <div className="flex gap-2 p-2 pb-1">
        <SearchField field={field} value={search} onChange={setSearch} onKeyDown={onKeyDown} />
        <ToneChoice />
      </div>
      {search === '' && <GroupTabs {...{ names, chosen }} panelId={id} onChoose={choose} />}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a name */}
      <div
        id={id}
        role={search === '' ? 'tabpanel' : 'group'}
        aria-label={label}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2"
      >
        <p role="status" className={classNames('p-4 text-center text-muted', shown.length > 0 && 'sr-only !p-0')}>
          {says}
        </p>
        {shown.length > 0 && (
          <EmojiGrid
            key={search === '' ? chosen : 'found'}
            ref={grid}
            label={label}
            emojis={shown}
            onLook={setLooked}
            onPick={pick}
            onLeave={() => field.current?.focus()}
          />
        )}
      </div>
      <Description emoji={looked} tone={tone} />
    </div>
  );
}

interface SearchFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function SearchField({ field, value, onChange, onKeyDown }: SearchFieldProps) {
  const { t } = useTranslation('emoji');
  return (
    <input
      ref={field}
      type="search"
      aria-label={t('search')}
      placeholder={t('search')}
      data-emoji-search
      autoComplete="off"
      enterKeyHint="done"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
      className={classNames(controlClass, 'min-w-0 flex-1')}
    />
  );
}

interface DescriptionProps {
  /** The emoji that the pointer or the focus is on. */
  readonly emoji: Emoji | undefined;
  readonly tone: Tone;
}

function Description({ emoji, tone }: DescriptionProps) {
  return (
    <p aria-hidden="true" className="flex min-h-10 items-center gap-2 border-t border-border px-3 text-xs text-muted">
      {emoji && (
        <>
          <span className="font-emoji text-xl text-text">{withTone(emoji, tone)}</span>
          <span className="min-w-0 truncate">{emoji.name}</span>
          <span className="ms-auto truncate">:{emoji.shortcode}:</span>
        </>
      )}
    </p>
  );
}

/** The picker's current content: a category or search results. */
function useShown(groups: readonly EmojiGroup[]) {
  const { t } = useTranslation('emoji');
  const [search, setSearch] = useState('');
  // The recent emoji keep their order while the picker is open.
  const [recent] = useState(recentEmojis);
  const all = useMemo(() => groups.flatMap(({ emojis }) => emojis), [groups]);
  const lists = useMemo(() => {
    const byEmoji = new Map(all.map((one) => [one.emoji, one]));
    const used = recent.flatMap((emoji) => byEmoji.get(emoji) ?? []);
    return used.length > 0 ? [{ name: 'recent', emojis: used }, ...groups] : groups;
  }, [all, groups, recent]);
  const [chosen, choose] = useState(lists[0]?.name ?? '');
  const pasted = emojisIn(search);
  const shown = useMemo(() => {
    if (search === '') return lists.find(({ name }) => name === chosen)?.emojis ?? [];
    const [only, ...more] = emojisIn(search).map((one) => withoutTone(one).replaceAll('\uFE0F', ''));
    if (only === undefined) return findEmojis(all, search, mostFound);
    return more.length > 0 ? [] : all.filter(({ emoji }) => emoji.replaceAll('\uFE0F', '') === only);
  }, [all, chosen, lists, search]);
  const says =
    search === ''
      ? ''
      : pasted.length > 1
        ? t('oneOnly')
        : shown.length === 0
          ? t('noneFound')
          : t('found', { count: shown.length });
  return { shown, names: lists.map(({ name }) => name), chosen, choose, search, setSearch, says };
}
