import { useMutation } from '@tanstack/react-query';
import { FileUp, ListPlus } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { useErrorText } from '../../../client/words/error-text.ts';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { showToast } from '../../../ui/signs/toast.tsx';
import type { Problem } from './entry.ts';
import { addAll, countGroups, maxBytes, readPlaylistFile, readText } from './loading.ts';

/** Most problems that are listed. */
const mostShown = 20;

/** Reads a file, shows which entries it would add and which not, and adds them. [WPF3] [WPF4] */
export function LoadPart({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation('playlist-files');
  const { items, problems, added, take, add, isReading, error } = useLoading(onDone);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    take(event.dataTransfer.files[0]);
  };
  return (
    <section
      aria-label={t('load.title')}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      className="grid gap-3 border-t border-border pt-6"
    >
      <h2 className="font-semibold">{t('load.title')}</h2>
      <p className="text-sm text-muted">{t('load.text')}</p>
      <ChooseFile isBusy={isReading} onFile={take} />
      {items && <Found count={items.length} groups={countGroups(items)} problems={problems} />}
      {error && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
      {items && items.length > 0 && (
        <Button
          kind="primary"
          icon={<ListPlus size={18} aria-hidden="true" />}
          busy={add.isPending}
          onClick={() => add.mutate()}
        >
          {t('load.add', { count: items.length - added })}
        </Button>
      )}
    </section>
  );
}

function useLoading(onDone: () => void) {
  const { t } = useTranslation('playlist-files');
  const saying = useErrorText('playlist-files');
  const { room } = useRoom();
  const [added, setAdded] = useState(0);
  const playlists = useRef(new Map<string, string>());
  const load = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > maxBytes) throw new RangeError('the file is too large');
      return readPlaylistFile(room.api, await readText(file));
    },
  });
  const items = load.data?.items;
  const add = useMutation({
    mutationFn: () =>
      addAll(room.api, {
        roomId: room.roomId,
        items: (items ?? []).slice(added),
        playlists: playlists.current,
        onAdded: (count) => setAdded(added + count),
      }),
    onSuccess: () => {
      showToast(t('load.done', { count: items?.length ?? 0 }));
      onDone();
    },
  });
  const take = (file: File | undefined) => {
    if (!file) return;
    setAdded(0);
    playlists.current.clear();
    add.reset();
    load.mutate(file);
  };
  const textOf = (error: Error) =>
    error instanceof SyntaxError ? t('load.unreadable') : error instanceof RangeError ? t('load.large') : saying(error);
  const error = add.error ?? load.error;
  const problems = load.data?.problems ?? [];
  return { items, problems, added, take, add, isReading: load.isPending, error: error ? textOf(error) : undefined };
}

interface ChooseFileProps {
  readonly isBusy: boolean;
  readonly onFile: (file: File | undefined) => void;
}

function ChooseFile({ isBusy, onFile }: ChooseFileProps) {
  const { t } = useTranslation('playlist-files');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".m3u,.m3u8,.csv,.json,.txt"
        aria-label={t('load.choose')}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button icon={<FileUp size={18} aria-hidden="true" />} busy={isBusy} onClick={() => input.current?.click()}>
        {t('load.choose')}
      </Button>
    </>
  );
}

interface SummaryProps {
  readonly count: number;
  readonly groups: number;
  readonly problems: readonly Problem[];
}

function Found({ count, groups, problems }: SummaryProps) {
  const { t } = useTranslation('playlist-files');
  const more = problems.length - mostShown;
  return (
    <div role="status" className="grid gap-1 text-sm">
      <p>{t('load.found', { count })}</p>
      {groups > 0 && <p>{t('load.groups', { count: groups })}</p>}
      {problems.length > 0 && (
        <ul className="grid max-h-48 gap-0.5 overflow-y-auto text-muted">
          {problems.slice(0, mostShown).map(({ line, reason }) => (
            <li key={`${line} ${reason}`}>{t('load.problem', { line, reason: t(`load.reasons.${reason}`) })}</li>
          ))}
          {more > 0 && <li>{t('load.more', { count: more })}</li>}
        </ul>
      )}
    </div>
  );
}
