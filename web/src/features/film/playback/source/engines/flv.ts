import mpegts from 'mpegts.js';
import { makeStore } from '../../../../../client/store.ts';
import type { LiveFacts } from '../../sync/live-place.ts';
import { diagnose } from '../diagnose.ts';
import type { PlaybackProblem } from '../problem.ts';
import { type Engine, type EngineParts, noTracks } from './engine.ts';

/** How often a new request continues a film whose download broke off. After that the person is told. */
const mostRetries = 3;
const retryMs = 2_000;

/** Length of a step of a live stream, in seconds. Its edge moves all the time. */
const liveStepSeconds = 0.2;
/** How far behind its dates a stream is shown on a good line, in milliseconds. [WLS5] */
const liveDelayMs = 600;

/** FLV by mpegts.js. Seeks in a file need an index of its key frames; without one it loads from its start. */
export function startFlv({ media, url, isLive, onProblem }: EngineParts): Engine {
  // Its messages would fill the console.
  mpegts.LoggingControl.enableAll = false;
  let player: mpegts.Player | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retries = 0;
  let isOver = false;
  let zeroMs: number | undefined;

  async function onError(type: string, detail: string, info: { readonly code?: number }): Promise<void> {
    if (isOver) return;
    const hasPlayed = media.readyState > 0;
    if (type === mpegts.ErrorTypes.NETWORK_ERROR && hasPlayed && !isLive && retries < mostRetries) {
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
      // mpegts.js reads hasAudio and hasVideo from the file.
      { type: 'flv', url: new URL(url, location.href).href, isLive, cors: true },
      { lazyLoad: !isLive, lazyLoadMaxDuration: 60, autoCleanupSourceBuffer: true, enableStashBuffer: !isLive },
    );
    made.on(mpegts.Events.ERROR, (type, detail, info) => void onError(type, detail, info));
    // A stream that is sent to this server says when it began, and says so again after each gap.
    made.on(mpegts.Events.METADATA_ARRIVED, (told: { readonly zero_ms?: unknown }) => {
      zeroMs = typeof told.zero_ms === 'number' ? told.zero_ms : undefined;
    });
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
    live: () => (isLive && zeroMs !== undefined ? liveFactsOf(media, zeroMs) : undefined),
    stop() {
      isOver = true;
      clearTimeout(timer);
      media.removeEventListener('playing', onPlaying);
      player?.destroy();
    },
  };
}

/** The loaded part of a live stream; undefined: nothing yet. [WLS5] */
function liveFactsOf({ buffered }: HTMLMediaElement, zeroMs: number): LiveFacts | undefined {
  if (buffered.length === 0) return undefined;
  const [startSeconds, edgeSeconds] = [buffered.start(0), buffered.end(buffered.length - 1)];
  const ours = { leastDelayMs: liveDelayMs, isBurst: true };
  return { segmentSeconds: liveStepSeconds, startSeconds, edgeSeconds, zeroMs, ...ours };
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
