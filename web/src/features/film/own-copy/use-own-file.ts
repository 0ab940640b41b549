import type { OwnCopySource } from '@matinee/contract/gen/api.ts';
import { useState } from 'react';
import { type ChosenFile, chooseFile } from './choose-file.ts';
import { type Difference, differenceOf } from './compare.ts';
import { openCopy } from './copies.ts';
import { keepHandle, readHandle } from './handles.ts';
import { readOwnCopy, UnreadableFile } from './read-file.ts';
import { useKnownFile } from './use-known-file.ts';

/** How far the person is with opening their file. */
export type FileState =
  | { readonly is: 'none' | 'checking' }
  | { readonly is: 'failed'; readonly error: unknown }
  | { readonly is: 'different'; readonly chosen: ChosenFile; readonly difference: Difference };

/** Opens the person's own file of `source`. [WOC2] [WOC3] */
export function useOwnFile(source: OwnCopySource) {
  const [state, setState] = useState<FileState>({ is: 'none' });
  const [known, forget] = useKnownFile(source);

  async function open(chosen: ChosenFile): Promise<void> {
    if (chosen.handle) await keepHandle(source, chosen.handle);
    openCopy(source, chosen.file);
  }
  async function check(chosen: ChosenFile | undefined): Promise<void> {
    if (chosen === undefined) return;
    setState({ is: 'checking' });
    try {
      const difference = differenceOf(await readOwnCopy(chosen.file), source);
      if (difference === undefined) await open(chosen);
      else setState({ is: 'different', chosen, difference });
    } catch (error) {
      setState({ is: 'failed', error });
    }
  }

  return {
    state,
    /** Name of the file that was opened here before. */
    knownName: known?.name,
    choose: async () => check(await chooseFile()),
    take: (file: File) => check({ file }),
    openKnown: async () => {
      const file = known && (await readHandle(known));
      if (file) return check({ file, handle: known });
      forget();
      setState({ is: 'failed', error: new UnreadableFile() });
    },
    /** Plays a file that differs. */
    openAnyway: () => state.is === 'different' && void open(state.chosen),
  };
}
