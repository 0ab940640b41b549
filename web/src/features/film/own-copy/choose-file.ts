import type { FileHandle } from './handles.ts';

export interface ChosenFile {
  readonly file: File;
  /** Lets the browser find the file again. */
  readonly handle?: FileHandle | undefined;
}

interface FilePicker {
  showOpenFilePicker?(options: object): Promise<FileHandle[]>;
}

const films = ['.mp4', '.m4v', '.webm', '.mkv', '.mov', '.mp3', '.m4a', '.ogg', '.flac', '.wav'];

/** Asks the person to choose a film on their device; undefined: they chose none. */
export async function chooseFile(): Promise<ChosenFile | undefined> {
  const { showOpenFilePicker } = globalThis as FilePicker;
  if (showOpenFilePicker === undefined) return chooseByField();
  try {
    const [handle] = await showOpenFilePicker({ types: [{ accept: { 'video/*': films } }] });
    return handle && { file: await handle.getFile(), handle };
  } catch (error) {
    // The person closed the dialog.
    if ((error as Error).name === 'AbortError') return undefined;
    return chooseByField();
  }
}

function chooseByField(): Promise<ChosenFile | undefined> {
  const field = document.createElement('input');
  field.type = 'file';
  field.accept = ['video/*', 'audio/*', ...films].join();
  return new Promise((resolve) => {
    field.addEventListener('change', () => resolve(field.files?.[0] && { file: field.files[0] }));
    field.addEventListener('cancel', () => resolve(undefined));
    field.click();
  });
}
