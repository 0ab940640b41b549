import { useEffect, useMemo, useState } from 'react';
import type { RoomConnection } from '../../../../client/room/room.ts';
import { useSharedFile } from '../../shared-subtitles/shared-file.ts';
import { pathOf } from '../playback.port.ts';
import type { ReadFile, SubtitleFile } from './read-file.ts';
import type { SubtitleOption } from './subtitle-option.ts';

/** The file of `option`, wherever it is; undefined for a track of the film, while it loads, or if that fails. */
export function useOptionFile(
  room: RoomConnection,
  option: SubtitleOption | undefined,
  onFailed: () => void,
): SubtitleFile | undefined {
  const file = useSubtitleFile(option, onFailed);
  const sharedId = option && 'sharedId' in option.source ? option.source.sharedId : undefined;
  const bytes = useSharedFile(room, sharedId, onFailed);
  const shared = useMemo(() => bytes && { bytes, language: '' }, [bytes]);
  return shared ?? file;
}

/**
 * The file of `option`; undefined for a track of the film, while it loads, or if that fails. Script reads it: a
 * `<track>` from another site would need `crossorigin` on the video, and then films from servers without CORS would not
 * play.
 */
function useSubtitleFile(option: SubtitleOption | undefined, onFailed: () => void): SubtitleFile | undefined {
  const [file, setFile] = useState<SubtitleFile>();
  const { language = '' } = option ?? {};
  const url = option && 'url' in option.source ? option.source.url : undefined;
  const path = url && pathOf(url);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another `onFailed` or a new signature does not load the file again
  useEffect(() => {
    setFile(undefined);
    if (url === undefined) return;
    const abort = new AbortController();
    load(url, abort.signal).then(
      (bytes) => !abort.signal.aborted && setFile({ bytes, language }),
      () => !abort.signal.aborted && onFailed(),
    );
    return () => abort.abort();
  }, [path]);
  return file;
}

async function load(url: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(url, { signal, credentials: 'omit' });
  if (!answer.ok) throw new Error(String(answer.status));
  const { readBytes } = await import('./read-file.ts');
  return readBytes(answer);
}

/** The cues of a file, read in an encoding; undefined while they are read, or if that fails. */
export function useReadFile(
  file: SubtitleFile | undefined,
  encoding: string | undefined,
  onFailed: () => void,
): ReadFile | undefined {
  const [read, setRead] = useState<ReadFile>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another `onFailed` reads nothing again
  useEffect(() => {
    setRead(undefined);
    if (file === undefined) return;
    let isWanted = true;
    import('./read-beside.ts')
      .then(({ readBeside }) => readBeside(file, encoding))
      .then(
        (found) => isWanted && setRead(found),
        () => isWanted && onFailed(),
      );
    return () => {
      isWanted = false;
    };
  }, [file, encoding]);
  return read;
}
