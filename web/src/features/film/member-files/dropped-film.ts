import { filmEnding } from '@matinee/contract/film-ending.ts';
import { useEffect, useState } from 'react';
import type { ChosenFile } from '../own-copy/choose-file.ts';
import type { FileHandle } from '../own-copy/handles.ts';

interface DroppedItem {
  getAsFileSystemHandle?(): Promise<FileHandle | null>;
}

/** A film that was dropped anywhere on the page where nothing else takes files. [WMF1] */
export function useDroppedFilm(isWanted: boolean) {
  const [film, setFilm] = useState<ChosenFile>();
  useEffect(() => {
    if (!isWanted) return;
    const isFree = (event: DragEvent) => !event.defaultPrevented && event.dataTransfer?.types.includes('Files');
    const onOver = (event: DragEvent) => {
      if (isFree(event)) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      if (!isFree(event)) return;
      // The browser would leave the room, and open the file.
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file === undefined || !(filmEnding.test(file.name) || /^(?:video|audio)\//.test(file.type))) return;
      const item = event.dataTransfer?.items[0] as DroppedItem | undefined;
      const handle = item?.getAsFileSystemHandle?.().catch(() => null) ?? Promise.resolve(null);
      void handle.then((found) => setFilm(found ? { file, handle: found } : { file }));
    };
    document.addEventListener('dragover', onOver);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('dragover', onOver);
      document.removeEventListener('drop', onDrop);
    };
  }, [isWanted]);
  return { film, forget: () => setFilm(undefined) };
}
