import type { Media } from '@matinee/contract/gen/api.ts';
import { useEffect, useState } from 'react';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { type ChosenFile, chooseFile } from '../own-copy/choose-file.ts';
import { type FileHandle, findHandle, keepHandle, readHandle } from '../own-copy/handles.ts';
import { readOwnCopy } from '../own-copy/read-file.ts';
import { holdFile } from './local-files.ts';

type State = 'idle' | 'checking' | 'different' | 'unreadable';

/** Buttons by which whoever added a file gives it again. [WMF5] */
export function GiveAgain({ media }: { readonly media: Media }) {
  const { t } = useTranslation('member-files');
  const { room } = useRoom();
  const [state, setState] = useState<State>('idle');
  const source = media.source!.member_file!;
  const known = useKnown(source);

  async function give(chosen: ChosenFile | undefined): Promise<void> {
    if (chosen === undefined) return;
    setState('checking');
    try {
      const found = await readOwnCopy(chosen.file);
      if (found.size_bytes !== source.size_bytes || found.fingerprint !== source.fingerprint)
        return setState('different');
      if (chosen.handle) await keepHandle(source, chosen.handle);
      holdFile(media.id, { roomId: room.roomId, file: chosen.file, source });
      setState('idle');
    } catch {
      setState('unreadable');
    }
  }
  async function giveKnown(handle: FileHandle): Promise<void> {
    const file = await readHandle(handle);
    if (file) return give({ file, handle });
    setState('unreadable');
  }

  const isBusy = state === 'checking';
  return (
    <>
      <p role="status" className="text-sm">
        {state !== 'idle' && t(`again.${state}`, { name: source.file_name })}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        {known && (
          <Button kind="primary" busy={isBusy} onClick={() => void giveKnown(known)}>
            {t('again.known', { name: known.name })}
          </Button>
        )}
        <Button
          kind={known ? 'secondary' : 'primary'}
          busy={isBusy && !known}
          onClick={() => void chooseFile().then(give)}
        >
          {t('choose')}
        </Button>
      </div>
    </>
  );
}

/** The file that the browser remembers. */
function useKnown(source: Parameters<typeof findHandle>[0]): FileHandle | undefined {
  const [known, setKnown] = useState<FileHandle>();
  useEffect(() => {
    let isGone = false;
    void findHandle(source).then((handle) => !isGone && setKnown(handle));
    return () => {
      isGone = true;
    };
  }, [source]);
  return known;
}
