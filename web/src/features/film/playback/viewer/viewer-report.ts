import type {
  BrowserFamily,
  Playback,
  PlaybackMedia,
  ViewerReport,
  ViewerState,
  ViewerWay,
} from '@matinee/contract/gen/api.ts';
import { chosenInfo, mediasOf } from '../playback.port.ts';
import type { PlayerFacts } from '../reports.ts';
import { missingCodecs } from '../source/codecs.ts';
import type { LoadedSource } from '../source/engines/load-media.ts';
import type { PlaybackProblem } from '../source/problem.ts';
import { modeOf } from '../source/versions.ts';
import type { Measured } from './viewer-meter.ts';

/** What is known of the player at this page. */
export interface ViewerFacts extends PlayerFacts {
  readonly problem: PlaybackProblem | undefined;
  /** True for another site's player. */
  readonly isCoarse: boolean;
  readonly source: LoadedSource | undefined;
}

/** What is known of the page around it. */
export interface PageFacts {
  readonly playback: Playback | undefined;
  readonly roundTripMs: number | undefined;
  readonly browser: BrowserFamily;
}

/** Bounds of the contract. */
const maxCodecs = 8;
const maxCodecLength = 16;
const maxModeLength = 64;
const maxRoundTripMs = 60_000;

/** The report of a viewer. [WDG1] [WDG2] */
export function viewerReportOf(facts: ViewerFacts, page: PageFacts, measured: Measured): ViewerReport {
  const { playback, roundTripMs, browser } = page;
  const media = facts.source?.media ?? (playback && mediasOf(chosenInfo(playback))[0]);
  return {
    media_id: facts.mediaId,
    state: viewerStateOf(facts),
    ...measured,
    ...(roundTripMs === undefined ? {} : { round_trip_ms: Math.min(maxRoundTripMs, roundTripMs) }),
    ...whatPlays(facts, media),
    mode: playback === undefined ? '' : modeOf(playback).slice(0, maxModeLength),
    browser,
    problem: facts.problem ?? '',
    missing_codecs: playback === undefined || facts.isCoarse || isRemuxed(facts) ? [] : codecsOf(playback),
  };
}

/** How the item plays here. A player that is ready while the room waits for others is idle. [WDG2] */
export function viewerStateOf({ state, status, problem }: ViewerFacts): ViewerState {
  if (problem !== undefined) return 'failed';
  if (status.refused === 'play') return 'blocked';
  if (!state.is_playing || status.phase === 'ended') return 'idle';
  if (status.isBuffering) return 'stalled';
  return state.waiting === undefined ? 'playing' : 'idle';
}

function whatPlays(facts: ViewerFacts, media: PlaybackMedia | undefined): Pick<ViewerReport, 'player' | 'way'> {
  if (facts.isCoarse || media?.embed !== undefined) return { player: 'embed', way: 'embedded' };
  const player = facts.source?.engine;
  return { ...(player && { player }), ...(media && { way: wayOf(facts, media) }) };
}

/** True: the page remuxes the film, so the browser lacks nothing. */
function isRemuxed({ source }: ViewerFacts): boolean {
  return source?.engine === 'remux';
}

function wayOf({ source }: ViewerFacts, media: PlaybackMedia): ViewerWay {
  if (media.url.startsWith('blob:')) return 'own_copy';
  if (media.converted) return 'converted';
  if (source?.isExchanged) return 'peers';
  return media.proxied ? 'proxied' : 'direct';
}

function codecsOf({ tracks, container }: Playback): string[] {
  const names = missingCodecs(tracks, container).map((name) => name.toLowerCase().replace(/[^a-z0-9_]/g, '_'));
  return names.slice(0, maxCodecs).map((name) => name.slice(0, maxCodecLength));
}
