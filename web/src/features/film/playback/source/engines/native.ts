import { makeStore } from '../../../../../client/store.ts';
import type { PlaybackProblem } from '../problem.ts';
import { type Engine, type EngineParts, noTracks } from './engine.ts';

/** After this many broken connections in a row, the person is told. */
const mostRetries = 3;
const retryMs = 2_000;

/** Finds out why the browser refused a file. Few items need the code, and none does at once. */
async function diagnoseFile(url: string): Promise<PlaybackProblem> {
  try {
    const { diagnose } = await import('../diagnose.ts');
    return await diagnose(url, 'file');
  } catch {
    return globalThis.navigator?.onLine === false ? 'offline' : 'network';
  }
}

/** The browser's own player: files, and HLS on devices without media source extensions. */
export function startNative({ media, url, isLive, hasBroken, onProblem }: EngineParts): Engine {
  let isStopped = false;
  let retries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onError = async () => {
    // 2 is MEDIA_ERR_NETWORK: data stopped coming.
    const isBroken = media.error?.code === 2;
    if (isBroken && !isLive && retries < mostRetries) {
      retries += 1;
      // Waiting does not help if the address has ended.
      if (retries === 1 && (await diagnoseFile(url)) === 'expired') return void (isStopped || onProblem('expired'));
      if (isStopped) return;
      // After the reload the sync engine seeks to the room's position.
      timer = setTimeout(() => media.load(), retryMs * retries);
      return;
    }
    // A file that breaks off may also have been removed, or its address may have ended.
    const found = await diagnoseFile(url);
    if (!isStopped) onProblem(isBroken && (found === 'format' || found === 'unknown') ? 'network' : found);
  };
  const onPlaying = () => {
    retries = 0;
  };
  const onMetadata = () => {
    if (hasBroken && Number.isFinite(media.duration)) onProblem('network');
  };
  media.addEventListener('error', onError);
  media.addEventListener('playing', onPlaying);
  media.addEventListener('loadedmetadata', onMetadata);
  media.src = url;
  media.load();
  return {
    tracks: makeStore(noTracks),
    limitHeight: () => {},
    chooseAudio: () => {},
    stop() {
      isStopped = true;
      clearTimeout(timer);
      media.removeEventListener('error', onError);
      media.removeEventListener('playing', onPlaying);
      media.removeEventListener('loadedmetadata', onMetadata);
      media.removeAttribute('src');
      media.load();
    },
  };
}
