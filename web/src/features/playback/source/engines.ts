import type { PlaybackMedia } from '@matinee/contract/gen/api.ts';
import type { ErrorData } from 'hls.js';
import { diagnose, type PlaybackProblem, problemOfStatus } from './problem.ts';

/** An item that is loaded into a video or audio element. */
export interface LoadedMedia {
  stop(): void;
}

/** Ways in which this app plays media: the browser's own player, or hls.js. */
export type EngineKind = 'native' | 'hls';

/** Chooses what plays `format`: hls.js where the browser has media source extensions, else the browser itself (iPhones). Undefined when nothing here can play it. [SY30] */
export function engineFor(format: PlaybackMedia['format'], hasMediaSource: boolean): EngineKind | undefined {
  if (format === 'file') return 'native';
  if (format === 'hls') return hasMediaSource ? 'hls' : 'native';
  return undefined;
}

/** The addresses that can be played, in the server's order. */
export function playableUrls(urls: readonly PlaybackMedia[]): readonly PlaybackMedia[] {
  return urls.filter((url) => engineFor(url.format, hasMediaSource()) !== undefined);
}

/** After this many broken connections in a row the person is told. */
const mostRetries = 3;
const retryMs = 2_000;

/** Loads the first of `urls` that works. Calls `onProblem` once when none works. hls.js is fetched only when an item needs it. */
export function loadMedia(
  video: HTMLMediaElement,
  urls: readonly PlaybackMedia[],
  onProblem: (problem: PlaybackProblem) => void,
): LoadedMedia {
  const [first, ...others] = playableUrls(urls);
  if (first === undefined) {
    onProblem(urls.length === 0 ? 'no_source' : 'format');
    return { stop: () => {} };
  }
  let inner: LoadedMedia | undefined;
  const load = engineFor(first.format, hasMediaSource()) === 'hls' ? loadHls : loadNative;
  const outer = load(video, first.url, (problem) => {
    if (others.length === 0) return onProblem(problem);
    outer.stop();
    inner = loadMedia(video, others, onProblem);
  });
  return {
    stop() {
      outer.stop();
      inner?.stop();
    },
  };
}

function loadNative(video: HTMLMediaElement, url: string, onProblem: (problem: PlaybackProblem) => void): LoadedMedia {
  let isStopped = false;
  let retries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onError = async () => {
    // 2 is MEDIA_ERR_NETWORK: data stopped coming. After the reload the sync engine seeks to the room's position.
    if (video.error?.code === 2 && retries < mostRetries) {
      retries += 1;
      timer = setTimeout(() => video.load(), retryMs * retries);
      return;
    }
    const problem = video.error?.code === 2 ? 'network' : await diagnose(url, false);
    if (!isStopped) onProblem(problem);
  };
  const onPlaying = () => {
    retries = 0;
  };
  video.addEventListener('error', onError);
  video.addEventListener('playing', onPlaying);
  video.src = url;
  video.load();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      video.removeEventListener('error', onError);
      video.removeEventListener('playing', onPlaying);
      video.removeAttribute('src');
      video.load();
    },
  };
}

function loadHls(video: HTMLMediaElement, url: string, onProblem: (problem: PlaybackProblem) => void): LoadedMedia {
  let isStopped = false;
  let destroy = () => {};
  let hasRecovered = false;
  void import('hls.js').then(({ default: Hls }) => {
    if (isStopped) return;
    // Seconds. Enough for jumps of ten seconds both ways, and little enough for the memory of a phone.
    const hls = new Hls({ maxBufferLength: 30, backBufferLength: 60, enableWorker: true });
    destroy = () => hls.destroy();
    hls.on(Hls.Events.ERROR, async (_, data) => {
      if (!data.fatal || isStopped) return;
      if (data.type === Hls.ErrorTypes.MEDIA_ERROR && !hasRecovered && video.readyState > 0) {
        hasRecovered = true;
        return hls.recoverMediaError();
      }
      hls.stopLoad();
      const problem = await problemOfHls(data, url, Hls.ErrorTypes.NETWORK_ERROR);
      if (!isStopped) onProblem(problem);
    });
    hls.loadSource(url);
    hls.attachMedia(video);
  }, onLoadFailed);
  function onLoadFailed(): void {
    if (!isStopped) onProblem('network');
  }
  return {
    stop() {
      isStopped = true;
      destroy();
    },
  };
}

async function problemOfHls(data: ErrorData, url: string, networkError: string): Promise<PlaybackProblem> {
  if (data.type !== networkError) return 'format';
  return problemOfStatus(data.response?.code ?? 0) ?? diagnose(data.url ?? url, true);
}

function hasMediaSource(): boolean {
  return 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis;
}
