import Hls, {
  type ErrorData,
  type Fragment,
  type HlsConfig,
  type LevelDetails,
  type LoaderCallbacks,
  type LoaderConfiguration,
  type LoaderContext,
} from 'hls.js';
import { makeStore } from '../../../../../client/store.ts';
import type { LiveFacts } from '../../sync/live-place.ts';
import { diagnose } from '../diagnose.ts';
import type { PlaybackProblem } from '../problem.ts';
import { type Engine, type EngineParts, levelFor, noTracks, type Tracks } from './engine.ts';
import { readTexts } from './hls-texts.ts';
import { followRenewals } from './renewals.ts';

/**
 * In seconds and numbers of segments. Enough for jumps of ten seconds both ways, and little enough for a phone's
 * memory.
 */
const config: Partial<HlsConfig> = {
  maxBufferLength: 30,
  backBufferLength: 60,
  enableWorker: true,
  // Gives a live stream no length: by that the sync engine recognizes it.
  liveDurationInfinity: true,
  // The sync engine sets the place in a live stream, and people may stay behind. Parts of segments are loaded where a
  // list has them.
  lowLatencyMode: true,
  // The page draws the subtitles.
  renderTextTracksNatively: false,
  enableCEA708Captions: false,
};

/** hls.js sorts the levels, so the first one is the lowest. */
const sparing: Partial<HlsConfig> = {
  ...config,
  maxBufferLength: 1,
  maxMaxBufferLength: 1,
  backBufferLength: 0,
  startLevel: 0,
};

/**
 * This server makes a segment when it is asked for, and says 429 where it has to make others first. Other sizes would
 * have to be made as well, so hls.js does not turn to them.
 */
const patient: Partial<HlsConfig> = {
  fragLoadPolicy: {
    default: {
      maxTimeToFirstByteMs: 40_000,
      maxLoadTimeMs: 120_000,
      timeoutRetry: { maxNumRetry: 4, retryDelayMs: 0, maxRetryDelayMs: 0 },
      errorRetry: {
        ...{ maxNumRetry: 6, retryDelayMs: 1_000, maxRetryDelayMs: 8_000 },
        shouldRetry: (policy, count, _, response, isUsual) =>
          isUsual || (response?.code === 429 && count < (policy?.maxNumRetry ?? 0)),
      },
    },
  },
};

/** HLS by hls.js. */
export function startHls(parts: EngineParts): Engine {
  const { media, url, current, hasBroken, isSparing, isConverted = false, startSeconds, onProblem } = parts;
  const exchange = parts.exchange?.start();
  const loader = renewingLoader(followRenewals(url, current));
  const hls = new Hls({
    ...(isSparing ? sparing : config),
    ...(isConverted ? patient : {}),
    ...(startSeconds === undefined ? {} : { startPosition: startSeconds }),
    loader,
    ...exchange?.config,
  });
  exchange?.bind(hls);
  let hasRecovered = false;
  let hasBeenLive = false;
  let isOver = false;

  async function onError(data: ErrorData): Promise<void> {
    if (!data.fatal || isOver) return;
    if (data.type === Hls.ErrorTypes.MEDIA_ERROR && !hasRecovered && media.readyState > 0) {
      hasRecovered = true;
      return hls.recoverMediaError();
    }
    hls.stopLoad();
    const problem = await problemOf(data, url);
    if (!isOver) onProblem(problem);
  }

  const choices = followTracks(hls, isConverted);
  // Otherwise hls.js would wait for a key that never comes.
  hls.on(Hls.Events.LEVEL_LOADED, (_, { details }) => {
    if (isOver) return;
    if (details.fragments.some(needsKeySystem)) onProblem('drm');
    if (hasBroken && !details.live && !hasBeenLive) onProblem('network');
    hasBeenLive ||= details.live;
  });
  hls.on(Hls.Events.ERROR, (_, data) => void onError(data));
  hls.loadSource(url);
  hls.attachMedia(media);
  return {
    ...choices,
    live: () => liveFactsOf(hls.latestLevelDetails ?? undefined, media),
    stop() {
      isOver = true;
      exchange?.stop();
      hls.destroy();
    },
  };
}

/**
 * The tracks of `hls`, and the choices among them. `isFixed`: the best level plays unless the person wants another; a
 * conversion that begins takes longer than its bytes do, which is no fault of the network.
 */
function followTracks(hls: Hls, isFixed: boolean): Omit<Engine, 'live' | 'stop'> {
  const tracks = makeStore(noTracks);
  const texts = readTexts(hls);
  let wantedHeight: number | undefined;

  const readTracks = () => tracks.set({ ...tracksOf(hls), ...texts.tracks() });

  function choose(): void {
    const level = levelFor(tracks.get().levels, wantedHeight);
    hls.nextLevel = level ? Number(level.id) : isFixed ? bestLevel(hls) : -1;
  }

  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    readTracks();
    choose();
  });
  for (const event of [
    Hls.Events.LEVEL_SWITCHED,
    Hls.Events.AUDIO_TRACKS_UPDATED,
    Hls.Events.AUDIO_TRACK_SWITCHED,
    Hls.Events.SUBTITLE_TRACKS_UPDATED,
  ] as const)
    hls.on(event, readTracks);
  return {
    tracks,
    limitHeight(height) {
      wantedHeight = height;
      if (tracks.get().levels.length > 1) choose();
    },
    chooseAudio(id) {
      hls.audioTrack = Number(id);
    },
    cues: texts.cues,
    chooseText(id) {
      texts.choose(id);
      readTracks();
    },
  };
}

/** The one that the playlist prefers (rfc8216bis, section 4.4.6.2: SCORE). */
function bestLevel({ levels }: Hls): number {
  const scores = levels.map(({ attrs }) => Number(attrs['SCORE'] ?? 0));
  return scores.indexOf(Math.max(...scores));
}

function tracksOf({ levels, currentLevel, audioTracks, audioTrack }: Hls): Omit<Tracks, 'texts' | 'text'> {
  return {
    levels: levels.map(({ height, bitrate }, index) => ({ id: String(index), height, bitrate })),
    level: currentLevel < 0 ? undefined : String(currentLevel),
    audios: audioTracks.map(({ id, name, lang }) => ({ id: String(id), name, language: lang ?? '' })),
    audio: audioTrack < 0 ? undefined : String(audioTrack),
  };
}

/** Loads at the addresses that are valid now. The exchange of segments loads through it too. [SY74] */
function renewingLoader(currentOf: ReturnType<typeof followRenewals>): HlsConfig['loader'] {
  const Loader = Hls.DefaultConfig.loader;
  return class extends Loader {
    #isOver = false;

    override load(context: LoaderContext, config: LoaderConfiguration, callbacks: LoaderCallbacks<LoaderContext>) {
      const found = currentOf(context.url);
      if (typeof found === 'string') return super.load(Object.assign(context, { url: found }), config, callbacks);
      found.then((address) => this.#isOver || super.load(Object.assign(context, { url: address }), config, callbacks));
    }

    override abort() {
      this.#isOver = true;
      super.abort();
    }

    override destroy() {
      this.#isOver = true;
      super.destroy();
    }
  };
}

/** Parts between the newest one and the shown one: playlists tell players to keep three loaded; one is on its way. */
const partsBehind = 4;

/** Dates are counted from the newest segment that was read: the start of any other segment is an estimate. [SY66] */
function liveFactsOf(details: LevelDetails | undefined, { buffered }: HTMLMediaElement): LiveFacts | undefined {
  if (!details?.live) return undefined;
  const { partTarget, partList, targetduration, fragmentStart: startSeconds, edge: edgeSeconds, fragments } = details;
  const hasParts = partTarget !== undefined && partTarget > 0 && (partList?.length ?? 0) > 0;
  const segmentSeconds = hasParts ? partTarget : targetduration;
  const leastDelayMs = hasParts ? partTarget * partsBehind * 1_000 : undefined;
  const dated = fragments.filter(({ programDateTime }) => programDateTime !== null);
  const read = dated.findLast(({ startPTS }) => startPTS !== undefined) ?? dated.at(-1);
  const zeroMs = read && read.programDateTime! - read.start * 1000;
  const loadedSeconds = buffered.length > 0 ? buffered.end(buffered.length - 1) : undefined;
  return { segmentSeconds, startSeconds, edgeSeconds, zeroMs, leastDelayMs, loadedSeconds };
}

/** True when every key belongs to a key system. Anybody may load `identity` keys (RFC 8216, section 4.3.2.4). */
function needsKeySystem({ levelkeys }: Fragment): boolean {
  const keys = Object.values(levelkeys ?? {});
  return keys.length > 0 && keys.every((key) => key?.keyFormat !== 'identity');
}

async function problemOf(data: ErrorData, url: string): Promise<PlaybackProblem> {
  const { ErrorTypes, ErrorDetails } = Hls;
  if (data.type === ErrorTypes.KEY_SYSTEM_ERROR) return 'drm';
  const isList =
    data.details === ErrorDetails.MANIFEST_PARSING_ERROR || data.details === ErrorDetails.LEVEL_PARSING_ERROR;
  if (data.type === ErrorTypes.NETWORK_ERROR || isList)
    return diagnose(data.url ?? url, 'manifest', data.response?.code);
  return 'format';
}
