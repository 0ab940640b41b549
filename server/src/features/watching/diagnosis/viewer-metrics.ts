import {
  type ViewerReport,
  ViewerState,
  ViewerStateSchema,
  type ViewerWay,
  ViewerWaySchema,
} from '@matinee/contract/gen/service/client/viewer_reports_pb.ts';
import { printedValue } from '@matinee/contract/naming.ts';
import type { LastReport } from './viewer-reports.ts';

type Labels = Readonly<Record<string, string>>;

/** The metrics registry, as far as viewers need it. */
export interface ViewerMetrics {
  counter(name: string, help: string, read: () => number): void;
  gauges(name: string, help: string, labels: readonly string[], read: () => Iterable<readonly [Labels, number]>): void;
  histogram(
    name: string,
    help: string,
    buckets: readonly number[],
    labels: readonly string[],
  ): (value: number, values: Labels) => void;
}

/** From one frame of a film up to the offset (s) at which a viewer sees another scene. */
const offsetBuckets = [0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 0.6, 1, 2, 5, 10, 30];

/** Registers the metrics of viewers, without names. @returns the function that counts a report. [DG2] */
export function countViewers(metrics: ViewerMetrics, all: () => readonly LastReport[]): (report: ViewerReport) => void {
  let stalls = 0;
  let stalledSeconds = 0;
  const observeOffset = metrics.histogram(
    'matinee_viewer_offset_seconds',
    'How far viewers were off the room, one p50 and one p95 of each report of 30 s.',
    offsetBuckets,
    ['figure'],
  );
  metrics.counter('matinee_viewer_stalls_total', 'Times at which the players of viewers had no data.', () => stalls);
  metrics.counter(
    'matinee_viewer_stalled_seconds_total',
    'Seconds for which the players of viewers had no data.',
    () => stalledSeconds,
  );
  metrics.gauges(
    'matinee_viewers',
    'Viewers of films by what their player does and by how its bytes come.',
    ['state', 'way'],
    () => countByLabels(all()),
  );
  return (report) => {
    const { offsetP50Ms, offsetP95Ms, state } = report;
    stalls += report.stalls;
    stalledSeconds += report.stalledSeconds;
    if (state === ViewerState.FAILED) return;
    if (offsetP50Ms !== undefined) observeOffset(offsetP50Ms / 1_000, { figure: 'p50' });
    if (offsetP95Ms !== undefined) observeOffset(offsetP95Ms / 1_000, { figure: 'p95' });
  };
}

function countByLabels(all: readonly LastReport[]): Iterable<readonly [Labels, number]> {
  // Counts before it formats: a scrape may cover ten thousand viewers, but at most thirty pairs of labels.
  const counted = new Map<ViewerState, Map<ViewerWay | undefined, number>>();
  for (const {
    report: { state, way },
  } of all) {
    const ways = counted.get(state) ?? new Map<ViewerWay | undefined, number>();
    ways.set(way, (ways.get(way) ?? 0) + 1);
    counted.set(state, ways);
  }
  return [...counted].flatMap(([state, ways]) =>
    [...ways].map(([way, count]) => [labelsOf(state, way), count] as const),
  );
}

function labelsOf(state: ViewerState, way: ViewerWay | undefined): Labels {
  return {
    state: printedValue(ViewerStateSchema, ViewerStateSchema.value[state]!),
    way: way === undefined ? 'none' : printedValue(ViewerWaySchema, ViewerWaySchema.value[way]!),
  };
}
