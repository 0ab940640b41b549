import type { Media } from '@matinee/contract/gen/api.ts';
import { ListPlus, Play, X } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { useErrorText } from '../../../../client/words/error-text.ts';
import { useTranslation } from '../../../../texts/use-translation.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';
import { lazily } from '../../../../ui/lazily.tsx';
import { Skeleton } from '../../../../ui/signs/skeleton.tsx';
import type { FollowedFolder } from '../../dynamic-playlists/target.ts';
import type { AddableMedia } from '../../sources/addable-media.ts';
import { PastedFolder } from '../../sources/pasted-folder.tsx';
import type { SourceFolder } from '../../sources/source-folder.ts';
import type { RecognizedLink } from '../add-links.port.ts';
import { LinkList } from './link-list.tsx';
import { LinkPreview } from './link-preview.tsx';
import type { ListedChannelsProps } from './listed/listed-channels.tsx';
import { useAddPasted } from './use-add-pasted.ts';
import { useListed, useRecognized } from './use-recognized.ts';

const ListedChannels = lazily(() => import('./listed/listed-channels.tsx').then((module) => module.ListedChannels));

export interface PasteBarProps {
  readonly links: readonly string[];
  readonly mayPlay: boolean;
  /** True: nothing is chosen, so an added item starts. */
  readonly startsAdded: boolean;
  readonly addBatch: (batch: readonly AddableMedia[], play: boolean) => Promise<readonly Media[]>;
  readonly onPlay: (mediaId: string) => void;
  /** Opens a folder to choose from. */
  readonly onChoose: (folder: SourceFolder) => void;
  readonly onFollow: (folder: FollowedFolder) => void;
  /** Opens the form with all fields of an address. */
  readonly onDetails: (link: string) => void;
  readonly onClose: () => void;
}

/**
 * Shows the media of pasted links before they are added. Enter adds them, Enter again plays them, Escape dismisses
 * them.
 * [WL12] [WL13]
 */
export function PasteBar(props: PasteBarProps) {
  const { links, mayPlay, startsAdded, addBatch, onPlay, onClose } = props;
  const { t } = useTranslation('library');
  const errorText = useErrorText();
  const findings = useFindings(links);
  const { query, found, folder, listed, isRefused } = findings;
  const { adding, added, add } = useAddPasted(props, findings.wait);
  const mayDetail = links.length === 1 && found[0]?.found?.source.direct_url !== undefined;
  const play = () => {
    if (added) onPlay(added.id);
    onClose();
  };
  return (
    <section
      aria-label={t('paste.label')}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="fixed inset-x-0 bottom-0 z-30 mx-auto w-full max-w-2xl animate-rise p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:bottom-6 lg:end-96"
    >
      <div className="max-h-[70dvh] sm:max-h-[80dvh] overflow-y-auto rounded-card border border-line bg-surface p-4 shadow-raised">
        <Head bar={props} findings={findings} added={added} />
        {listed && <Listed listed={listed} addBatch={addBatch} onDone={onClose} />}
        {(query.isError || adding.failure) && (
          <p role="alert" className="mt-2 text-sm text-danger">
            {errorText(query.error ?? adding.failure?.error)}
          </p>
        )}
        {adding.progress && links.length > 1 && <Progress {...adding.progress} />}
        {!isRefused && !folder && !listed && (
          <Actions
            isBusy={adding.progress !== undefined}
            isAdded={added !== undefined}
            {...{ mayPlay, startsAdded }}
            onDetails={mayDetail ? () => props.onDetails(links[0]!) : undefined}
            onAdd={(play) => void add(play)}
            onPlay={play}
          />
        )}
      </div>
    </section>
  );
}

/** The media that the server recognizes in the links. */
function useFindings(links: readonly string[]) {
  const { query, wait, again } = useRecognized(links);
  const recognized = query.data ?? [];
  const found = recognized.filter((link) => link.found);
  const folder = recognized.length === 1 ? recognized[0]?.folder : undefined;
  const listed = useListed(recognized);
  const isRefused = query.isSuccess && found.length === 0 && !folder;
  return { query, wait, again, recognized, found, folder, listed, isRefused };
}

interface HeadProps {
  readonly bar: PasteBarProps;
  readonly findings: ReturnType<typeof useFindings>;
  readonly added: Media | undefined;
}

/** Describes the links, and closes the bar. */
function Head({ bar, findings, added }: HeadProps) {
  const { t } = useTranslation('library');
  const { recognized, found, folder, listed, isRefused, again } = findings;
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <p role="status" className="font-semibold wrap-anywhere">
          {folder || listed ? t('paste.list') : <Title {...{ links: bar.links, recognized, added, isRefused }} />}
        </p>
        {recognized.length === 1 && found[0] && !added && !listed && (
          <LinkPreview recognized={found[0]} onSignedIn={again} />
        )}
        {recognized.length > 1 && <LinkList recognized={recognized} />}
        {folder && (
          <Suspense>
            <PastedFolder
              found={folder}
              addBatch={bar.addBatch}
              onChoose={bar.onChoose}
              onFollow={bar.onFollow}
              onDone={bar.onClose}
            />
          </Suspense>
        )}
      </div>
      <IconButton
        label={t(added ? 'paste.close' : 'paste.dismiss')}
        tooltip="end"
        icon={<X size={20} aria-hidden="true" />}
        onClick={bar.onClose}
      />
    </div>
  );
}

/** The content of a list of channels. Its code is loaded with the first one. */
function Listed(props: ListedChannelsProps) {
  return (
    <Suspense fallback={<Skeleton className="mt-2 h-40" />}>
      <ListedChannels {...props} />
    </Suspense>
  );
}

/** How many of several items are added. */
function Progress(progress: { readonly done: number; readonly total: number }) {
  const { t } = useTranslation('library');
  return (
    <label className="mt-3 grid gap-1 text-sm">
      <span role="status">{t('paste.progress', { ...progress })}</span>
      <progress value={progress.done} max={progress.total} className="h-2 w-full accent-accent-text" />
    </label>
  );
}

interface TitleProps {
  readonly links: readonly string[];
  readonly recognized: readonly RecognizedLink[];
  readonly added: Media | undefined;
  readonly isRefused: boolean;
}

/** The question, or the result. */
function Title({ links, recognized, added, isRefused }: TitleProps) {
  const { t } = useTranslation('library');
  const [first] = recognized;
  if (added) return <bdi>{t('paste.isAdded', { name: added.name })}</bdi>;
  if (isRefused) return first?.site ? t('add.site', { name: first.site }) : t('add.none');
  if (links.length === 1) return <bdi>{t('paste.one', { name: first?.found?.name ?? links[0] })}</bdi>;
  const count = recognized.length > 0 ? recognized.filter(({ found }) => found).length : links.length;
  return t('paste.many', { count });
}

interface ActionsProps {
  readonly isBusy: boolean;
  /** True: the item is in the playlist, and can be played. */
  readonly isAdded: boolean;
  readonly mayPlay: boolean;
  readonly startsAdded: boolean;
  readonly onAdd: (play: boolean) => void;
  readonly onPlay: () => void;
  /** Undefined: the item has no further details. */
  readonly onDetails: (() => void) | undefined;
}

/** The button for the next step has the focus, so that Enter presses it. [WL13] */
function Actions({ isBusy, isAdded, mayPlay, startsAdded, onAdd, onPlay, onDetails }: ActionsProps) {
  const { t } = useTranslation('library');
  const next = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another button is next
  useEffect(() => next.current?.focus(), [isAdded]);
  return (
    <div className="mt-3 flex flex-wrap gap-3">
      {isAdded ? (
        <Button ref={next} kind="primary" icon={<Play size={18} aria-hidden="true" />} onClick={onPlay}>
          {t('paste.addAndPlay')}
        </Button>
      ) : (
        <Button
          key="add"
          ref={next}
          kind="primary"
          busy={isBusy}
          icon={<ListPlus size={18} aria-hidden="true" />}
          onClick={() => onAdd(false)}
        >
          {t(startsAdded ? 'paste.addAndPlay' : 'paste.add')}
        </Button>
      )}
      {mayPlay && !startsAdded && !isAdded && (
        <Button disabled={isBusy} onClick={() => onAdd(true)}>
          {t('paste.addAndPlay')}
        </Button>
      )}
      {onDetails && !isAdded && (
        <Button kind="quiet" disabled={isBusy} onClick={onDetails}>
          {t('details.more')}
        </Button>
      )}
    </div>
  );
}
