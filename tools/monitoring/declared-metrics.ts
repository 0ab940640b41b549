/** The metrics that the server has, read from the places where it declares them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeMetrics } from '../../server/src/transport/call-metrics.ts';

export type MetricKind = 'counter' | 'gauge' | 'histogram';

/** Metrics by name. */
export type DeclaredMetrics = ReadonlyMap<string, MetricKind>;

/** How the server declares a metric, see `Metrics`. */
const declaration = /\bmetrics\.(counter|counts|gauges?|histogram)\(\s*'(matinee_[a-z0-9_]+)'/g;
const kinds: Readonly<Record<string, MetricKind>> = { counts: 'counter', gauges: 'gauge' };

/** Those of the code at `root`, and those that are there without a feature: calls, mails, the process. */
export async function declaredMetrics(root: string): Promise<DeclaredMetrics> {
  const declared = new Map<string, MetricKind>();
  for (const { name, type } of await makeMetrics().registry.getMetricsAsJSON())
    declared.set(name, String(type) as MetricKind);
  const folder = join(root, 'server/src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((path) => path.endsWith('.ts') && !/\.(test|fixture|fake)\.ts$/.test(path)))
    for (const [, call, name] of readFileSync(join(folder, file), 'utf8').matchAll(declaration))
      declared.set(name!, kinds[call!] ?? (call as MetricKind));
  return declared;
}
