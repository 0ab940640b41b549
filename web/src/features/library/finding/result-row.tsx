import { shownTitle } from '@matinee/contract/titles/shown-title.ts';
import { Check, FolderOpen, Lightbulb, Play, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import type { AddableMedia } from '../sources/addable-media.ts';
import type { Adds } from './adds.ts';

interface ResultRowProps {
  readonly name: string;
  readonly picture: ReactNode;
  /** Such as its length and its day. */
  readonly facts: string;
  /** The buttons. */
  readonly children: ReactNode;
}

/** Something that was found. */
export function ResultRow({ name, picture, facts, children }: ResultRowProps) {
  return (
    <li className="flex min-h-14 items-center gap-3 rounded-control px-2 py-1.5 hover:bg-surface-2">
      {picture}
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 leading-snug font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        {facts && <p className="truncate text-sm text-muted">{facts}</p>}
      </div>
      {children}
    </li>
  );
}

interface AddButtonsProps {
  readonly item: AddableMedia;
  readonly adds: Adds;
}

/** Adds a result, plays it, or suggests it. [WFI3] */
export function AddButtons({ item, adds }: AddButtonsProps) {
  const { t } = useTranslation('finding');
  const errorText = useErrorText('sources');
  const [state, setState] = useState<'idle' | 'busy' | 'added'>('idle');
  const name = shownTitle(item.name);
  const add = async (play: boolean) => {
    if (state !== 'idle') return;
    setState('busy');
    try {
      const isDone = await adds.add(item, play);
      setState(isDone ? 'added' : 'idle');
      if (isDone && adds.mayAdd) showToast(t('isAdded', { name }));
    } catch (error) {
      setState('idle');
      showToast(errorText(error), 'danger');
    }
  };
  const mayPlayNow = adds.mayAdd && adds.mayPlay;
  if (state === 'added')
    return (
      <span className="grid size-11 shrink-0 place-items-center text-good">
        <Check size={20} aria-hidden="true" />
        <span className="sr-only">{t('isAdded', { name })}</span>
      </span>
    );
  return (
    <>
      {mayPlayNow && (
        <IconButton
          label={t('play', { name })}
          icon={<Play size={20} aria-hidden="true" />}
          onClick={() => void add(true)}
        />
      )}
      {!(mayPlayNow && adds.startsAdded) && (
        <IconButton
          label={t(adds.mayAdd ? 'add' : 'suggest', { name })}
          tooltip="end"
          icon={adds.mayAdd ? <Plus size={20} aria-hidden="true" /> : <Lightbulb size={20} aria-hidden="true" />}
          onClick={() => void add(false)}
        />
      )}
    </>
  );
}

interface RowButtonProps {
  readonly label: string;
  readonly onClick: () => void;
}

export function PlayButton(props: RowButtonProps) {
  return <IconButton {...props} tooltip="end" icon={<Play size={20} aria-hidden="true" />} />;
}

export function OpenButton(props: RowButtonProps) {
  return <IconButton {...props} tooltip="end" icon={<FolderOpen size={20} aria-hidden="true" />} />;
}
