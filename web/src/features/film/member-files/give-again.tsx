import type { Media } from '@matinee/contract/gen/api.ts';
import { useState } from 'react';
import { useRoom } from '../../../room/room-scope.ts';
import { useTranslation } from '../../../texts/use-translation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { type ChosenFile, chooseFile } from '../own-copy/choose-file.ts';
import { type FileHandle, keepHandle, readHandle } from '../own-copy/handles.ts';
import { readOwnCopy, UnreadableFile } from '../own-copy/read-file.ts';
import { useFileFault } from '../own-copy/use-file-fault.ts';
import { useKnownFile } from '../own-copy/use-known-file.ts';
import { holdFile } from './local-files.ts';

/** Buttons by which whoever added a file gives it again. [WMF5] */
export function GiveAgain({ media }: { readonly media: Media }) {
  const { t } = useTranslation('member-files');
  const { room } = useRoom();
  const fileFault = useFileFault();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const source = media.source!.member_file!;
  const [known] = useKnownFile(source);

  async function give(chosen: ChosenFile | undefined): Promise<void> {
    if (chosen === undefined) return;
    setBusy(true);
    setFault('');
    try {
      const found = await readOwnCopy(chosen.file);
      if (found.size_bytes !== source.size_bytes || found.fingerprint !== source.fingerprint)
        return setFault(t('again.different', { name: source.file_name }));
      if (chosen.handle) await keepHandle(source, chosen.handle);
      holdFile(media.id, { roomId: room.roomId, file: chosen.file, source });
    } catch (error) {
      setFault(fileFault(error));
    } finally {
      setBusy(false);
    }
  }
  async function giveKnown(handle: FileHandle): Promise<void> {
    const file = await readHandle(handle);
    if (file) return give({ file, handle });
    setFault(fileFault(new UnreadableFile()));
  }

  return (
    <>
      <p role="status" className="text-sm">
        {isBusy ? t('again.checking') : fault}
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
