import mpegts from 'mpegts.js';
import { makeStore } from '../../../../client/store.ts';
import { diagnose, type PlaybackProblem } from '../problem.ts';
import { type Engine, type EngineParts, noTracks } from './engine.ts';

/** Ends of a stream that a new request may continue, before the person is told. */
const mostRetries = 3;
const retryMs = 2_000;

/** FLV by mpegts.js. A file can be jumped in where it has an index of its key frames; without one it is loaded from its start. */
export function startFlv({ media, url, isLive, onProblem }: EngineParts): Engine {
  // Its messages would fill the console.
  mpegts.LoggingControl.enableAll = false;
  let player: mpegts.Player | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retries = 0;
  let isOver = false;

  async function onError(type: string, detail: string, info: { readonly code?: number }): Promise<void> {
    if (isOver) return;
    const hasPlayed = media.readyState > 0;
    if (type === mpegts.ErrorTypes.NETWORK_ERROR && hasPlayed && retries < mostRetries) {
      retries += 1;
      timer = setTimeout(start, retryMs * retries);
      return;
    }
    const problem = await problemOf(type, detail, info?.code, url);
    if (!isOver) onProblem(hasPlayed && problem === 'format' ? 'network' : problem);
  }

  function start(): void {
    player?.destroy();
    const made = mpegts.createPlayer(
      // hasAudio and hasVideo are read from the file.
      { type: 'flv', url: new URL(url, location.href).href, isLive, cors: true },
      { lazyLoad: !isLive, lazyLoadMaxDuration: 60, autoCleanupSourceBuffer: true, enableStashBuffer: !isLive },
    );
    made.on(mpegts.Events.ERROR, (type, detail, info) => void onError(type, detail, info));
    made.attachMediaElement(media);
    made.load();
    player = made;
  }
  const onPlaying = () => {
    retries = 0;
  };
  media.addEventListener('playing', onPlaying);
  start();
  return {
    tracks: makeStore(noTracks),
    limitHeight: () => {},
    chooseAudio: () => {},
    stop() {
      isOver = true;
      clearTimeout(timer);
      media.removeEventListener('playing', onPlaying);
      player?.destroy();
    },
  };
}

async function problemOf(
  type: string,
  detail: string,
  code: number | undefined,
  url: string,
): Promise<PlaybackProblem> {
  const { ErrorTypes, ErrorDetails } = mpegts;
  if (type === ErrorTypes.NETWORK_ERROR)
    return diagnose(url, 'script', detail === ErrorDetails.NETWORK_STATUS_CODE_INVALID ? code : undefined);
  return detail === ErrorDetails.MEDIA_FORMAT_ERROR ? diagnose(url, 'script') : 'format';
}
