import type { Clock } from '../../../kernel/clock.ts';
import type { Feature } from '../../feature.ts';
import { countViewers, type ViewerMetrics } from './viewer-metrics.ts';
import { ViewerReports } from './viewer-reports.ts';

interface Parts {
  readonly clock: Clock;
  readonly metrics: ViewerMetrics;
}

/** How it is with viewers. */
export function diagnosisFeature({ clock, metrics }: Parts): Feature {
  const reports: ViewerReports = new ViewerReports(clock, (report) => count(report));
  const count = countViewers(metrics, () => reports.all());
  return {
    name: 'diagnosis',
    bindings: [],
    signals: { viewerReport: (sender, report) => reports.take(sender, report) },
  };
}
