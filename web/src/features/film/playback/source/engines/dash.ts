import shaka from 'shaka-player/dist/shaka-player.dash-es2021.js';
import { makeStore } from '../../../../../client/store.ts';
import { diagnose } from '../diagnose.ts';
import type { PlaybackProblem } from '../problem.ts';
import { readTexts } from './dash-texts.ts';
import { type Engine, type EngineParts, levelFor, noTracks, type Tracks } from './engine.ts';
import { followRenewals } from './renewals.ts';

/**
 * Seconds, with the same bounds as for HLS. The sync engine brings a stalled player back to the room, so shaka must
 * not.
 */
const config = {
  streaming: { bufferingGoal: 30, bufferBehind: 60, rebufferingGoal: 0, stallEnabled: false },
} as const;

/** A bandwidth of 1 bit/s makes shaka choose the lowest quality. */
const sparing = {
  streaming: { ...config.streaming, bufferingGoal: 1, bufferBehind: 1 },
  abr: { defaultBandwidthEstimate: 1, useNetworkInformation: false },
} as const;

/** DASH by shaka-player. */
export function startDash({ media, url, current, hasBroken, isSparing, startSeconds, onProblem }: EngineParts): Engine {
  shaka.polyfill.installAll();
  const player = new shaka.Player();
  const tracks = makeStore(noTracks);
  const texts = readTexts(player);
  let wantedHeight: number | undefined;
  let isOver = false;

  const readTracks = () => tracks.set({ ...tracksOf(player), ...texts.tracks() });

  const choose = () => chooseHeight(player, wantedHeight);

  async function fail(error: shaka.util.Error): Promise<void> {
    if (isOver || error.code === shaka.util.Error.Code.LOAD_INTERRUPTED) return;
    if (error.severity !== shaka.util.Error.Severity.CRITICAL) return;
    const problem = await problemOf(error, url);
    if (!isOver) onProblem(problem);
  }

  async function start(): Promise<void> {
    await player.attach(media);
    if (isOver) return;
    await player.load(new URL(url, location.href).href, startSeconds, 'application/dash+xml');
    if (isOver) return;
    if (hasBroken && !player.isLive()) return onProblem('network');
    texts.begin();
    readTracks();
    choose();
  }

  readRenewed(player, followRenewals(url, current));
  player.configure(isSparing ? sparing : config);
  for (const event of ['trackschanged', 'adaptation', 'variantchanged', 'audiotrackschanged'])
    player.addEventListener(event, readTracks);
  player.addEventListener('error', (event) => void fail((event as unknown as { detail: shaka.util.Error }).detail));
  start().catch(fail);
  return {
    tracks,
    limitHeight(height) {
      wantedHeight = height;
      choose();
    },
    chooseAudio(id) {
      const track = player.getAudioTracks()[Number(id)];
      if (track) player.selectAudioTrack(track);
    },
    cues: texts.cues,
    chooseText(id) {
      texts.choose(id);
      readTracks();
    },
    async stop() {
      isOver = true;
      await player.destroy();
    },
  };
}

/** Plays the level for `height`, with the sound that plays now; undefined: the network decides. [SY51] */
function chooseHeight(player: shaka.Player, height: number | undefined): void {
  const variants = player.getVariantTracks();
  const level = levelFor(levelsOf(variants), height);
  player.configure({ abr: { enabled: level === undefined } });
  if (level === undefined) return;
  const active = variants.find((track) => track.active);
  const same = variants
    .filter((track) => heightId(track) === level.id)
    .sort((a, b) => Number(b.language === active?.language) - Number(a.language === active?.language));
  if (same[0] && !same[0].active) player.selectVariantTrack(same[0], false);
}

/** Reads the manifest, and the segments that its first version named, at the addresses that are valid now. [SY74] */
function readRenewed(player: shaka.Player, currentOf: ReturnType<typeof followRenewals>): void {
  const { MANIFEST, SEGMENT } = shaka.net.NetworkingEngine.RequestType;
  player.getNetworkingEngine()!.registerRequestFilter(async (type, request) => {
    if (type === MANIFEST || type === SEGMENT) request.uris = await Promise.all(request.uris.map(currentOf));
  });
}

function tracksOf(player: shaka.Player): Omit<Tracks, 'texts' | 'text'> {
  const variants = player.getVariantTracks();
  const audios = player.getAudioTracks();
  return {
    levels: levelsOf(variants),
    level: heightId(variants.find(({ active }) => active)),
    audios: audios.map(({ label, language, originalLanguage }, index) => ({
      id: String(index),
      name: label ?? '',
      language: originalLanguage ?? (language === 'und' ? '' : language),
    })),
    audio: indexId(audios.findIndex(({ active }) => active)),
  };
}

/** The levels, each height and bitrate once: the other variants differ only in their sound. */
function levelsOf(variants: readonly shaka.extern.Track[]) {
  const byId = new Map<string, { readonly id: string; readonly height: number; readonly bitrate: number }>();
  for (const track of variants) {
    const id = heightId(track);
    if (id === undefined || byId.has(id)) continue;
    byId.set(id, { id, height: track.height ?? 0, bitrate: track.videoBandwidth ?? track.bandwidth });
  }
  return [...byId.values()];
}

function heightId(track: shaka.extern.Track | undefined): string | undefined {
  return track && `${track.height ?? 0}/${track.videoBandwidth ?? track.bandwidth}`;
}

function indexId(index: number): string | undefined {
  return index < 0 ? undefined : String(index);
}

async function problemOf({ category, code, data }: shaka.util.Error, url: string): Promise<PlaybackProblem> {
  const { Category, Code } = shaka.util.Error;
  if (category === Category.DRM) return 'drm';
  if (category === Category.NETWORK)
    return diagnose(String(data[0] ?? url), 'manifest', code === Code.BAD_HTTP_STATUS ? Number(data[1]) : undefined);
  if (category !== Category.MANIFEST) return 'format';
  const isUnplayable = code === Code.CONTENT_UNSUPPORTED_BY_BROWSER || code === Code.RESTRICTIONS_CANNOT_BE_MET;
  return isUnplayable ? 'format' : diagnose(url, 'manifest');
}
