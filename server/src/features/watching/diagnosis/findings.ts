import { DiagnosisCause } from '@matinee/contract/gen/service/client/room_diagnosis_pb.ts';
import {
  BrowserFamily,
  type ViewerReport,
  ViewerState,
  ViewerWay,
} from '@matinee/contract/gen/service/client/viewer_reports_pb.ts';
import { describe, type Words } from './sentences.ts';

/** What the diagnosis knows about one connection. */
export interface ViewerFacts {
  readonly displayName: string;
  /** Undefined: no player has reported. */
  readonly report: ViewerReport | undefined;
  /** True: a player was reporting and has stopped. */
  readonly isLost: boolean;
}

/** Whether this server converts films. */
export type Conversion = 'on' | 'off' | 'no_ffmpeg';

/** A problem. The sentences are English; clients translate them by cause and params. */
export interface Finding extends Words {
  readonly cause: DiagnosisCause;
  readonly params: Readonly<Record<string, string>>;
}

/** The problems of the whole room and of each viewer, viewers in the order of the input. */
export interface Findings {
  readonly ofRoom: readonly Finding[];
  readonly ofViewers: readonly (readonly Finding[])[];
}

/** More than a hiccup: this many stalls in one report, or this many seconds without data. */
const manyStalls = 2;
const longStallSeconds = 3;
/** With a round trip of this length or more (ms), stalls are blamed on the connection. */
const slowRoundTripMs = 250;
/** A round trip of this length or more (ms) is noticeable by itself. */
const farRoundTripMs = 400;
/** Distances (ms) at which a viewer sees another scene. Players of other sites are accurate to a second. */
const farP50Ms = 250;
const farP95Ms = 1_500;
const coarseFactor = 6;

/** Finds the problems of a room. Pure. [DG4] [DG5] */
export function diagnose(viewers: readonly ViewerFacts[], conversion: Conversion): Findings {
  const reports = viewers.flatMap(({ report }) => report ?? []);
  const shared = sharedFindings(reports);
  const isSlow = shared.some(({ cause }) => cause === DiagnosisCause.SLOW_SOURCE);
  const isGone = shared.some(({ cause }) => cause === DiagnosisCause.SOURCE);
  return {
    ofRoom: shared,
    ofViewers: viewers.map((viewer) => {
      const found = viewer.report && causeOf(viewer, viewer.report, conversion);
      if (viewer.isLost) return [make(DiagnosisCause.LOST, { name: viewer.displayName })];
      if (found === undefined) return [];
      if (isGone && found.cause === DiagnosisCause.NOT_LOADED) return [];
      if (isSlow && (found.cause === DiagnosisCause.STALLS || found.cause === DiagnosisCause.CONNECTION)) return [];
      return [found];
    }),
  };
}

/** Problems that are not the fault of one viewer: nobody receives the item, or it stalls for most. */
function sharedFindings(reports: readonly ViewerReport[]): Finding[] {
  const failed = reports.filter((report) => report.state === ViewerState.FAILED);
  const [first] = failed;
  if (first && failed.length === reports.length && failed.every((report) => !isFormat(report)))
    return [make(DiagnosisCause.SOURCE, { problem: first.problem })];
  const watching = reports.filter(({ state }) => state !== ViewerState.FAILED && state !== ViewerState.BLOCKED);
  const stalling = watching.filter(doesStall);
  if (stalling.length < 2 || stalling.length * 2 <= watching.length) return [];
  const proxied = stalling.filter(({ way }) => way !== ViewerWay.DIRECT).length;
  const way = proxied * 2 > stalling.length ? 'proxied' : 'direct';
  return [
    make(DiagnosisCause.SLOW_SOURCE, { stalling: String(stalling.length), viewers: String(watching.length), way }),
  ];
}

/** The worst problem of one viewer; undefined: none. */
function causeOf(
  { displayName: name }: ViewerFacts,
  report: ViewerReport,
  conversion: Conversion,
): Finding | undefined {
  const browser = browserNames[report.browser];
  const codecs = report.missingCodecs.map((codec) => codec.toUpperCase()).join(', ');
  const isAsIs = report.way !== ViewerWay.CONVERTED && report.way !== ViewerWay.OWN_COPY;
  const isFailed = report.state === ViewerState.FAILED;
  if (codecs !== '' && isAsIs && (!isFailed || isFormat(report)))
    return make(DiagnosisCause.CODEC, { name, browser, codecs, conversion });
  if (isFailed && isFormat(report)) return make(DiagnosisCause.FORMAT, { name, browser });
  if (isFailed) return make(DiagnosisCause.NOT_LOADED, { name, problem: report.problem, way: wayOf(report) });
  if (report.state === ViewerState.BLOCKED) return make(DiagnosisCause.TAP, { name });
  return causeOfDelay(name, report);
}

function causeOfDelay(name: string, report: ViewerReport): Finding | undefined {
  const { roundTripMs = 0, offsetP50Ms = 0, offsetP95Ms = 0 } = report;
  const roundTrip = String(Math.round(roundTripMs));
  if (doesStall(report)) {
    const cause = roundTripMs >= slowRoundTripMs ? DiagnosisCause.CONNECTION : DiagnosisCause.STALLS;
    const stalls = { stalls: String(report.stalls), seconds: report.stalledSeconds.toFixed(1) };
    return make(cause, { name, round_trip_ms: roundTrip, ...stalls, way: wayOf(report) });
  }
  const factor = report.way === ViewerWay.EMBEDDED ? coarseFactor : 1;
  const isFar = offsetP50Ms >= farP50Ms * factor || offsetP95Ms >= farP95Ms * factor;
  if (isFar && report.state === ViewerState.PLAYING) {
    const seconds = (Math.max(offsetP50Ms, offsetP95Ms) / 1_000).toFixed(1);
    return make(DiagnosisCause.DEVICE, { name, seconds });
  }
  return roundTripMs >= farRoundTripMs ? make(DiagnosisCause.DISTANCE, { name, round_trip_ms: roundTrip }) : undefined;
}

function doesStall({ state, stalls, stalledSeconds }: ViewerReport): boolean {
  return state === ViewerState.STALLED || stalls >= manyStalls || stalledSeconds >= longStallSeconds;
}

/** Whether the browser cannot play the format. `unknown`: browsers do not report why files of other sites fail. */
function isFormat({ problem, missingCodecs }: ViewerReport): boolean {
  return problem === 'format' || (problem === 'unknown' && missingCodecs.length > 0);
}

function wayOf({ way }: ViewerReport): 'direct' | 'proxied' {
  return way === undefined || way === ViewerWay.DIRECT || way === ViewerWay.EMBEDDED ? 'direct' : 'proxied';
}

const browserNames: Readonly<Record<BrowserFamily, string>> = {
  [BrowserFamily.UNSPECIFIED]: '',
  [BrowserFamily.CHROME]: 'Chrome',
  [BrowserFamily.EDGE]: 'Edge',
  [BrowserFamily.FIREFOX]: 'Firefox',
  [BrowserFamily.SAFARI]: 'Safari',
  [BrowserFamily.OTHER]: '',
};

function make(cause: Exclude<DiagnosisCause, DiagnosisCause.UNSPECIFIED>, params: Finding['params']): Finding {
  return { cause, params, ...describe(cause, params) };
}
