/** The metrics that the server has, read from the places where it declares them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeMetrics } from '../../server/src/transport/call-metrics.ts';

export interface DeclaredMetric {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  /** Absent: unknown. */
  readonly labels?: readonly string[] | undefined;
}

/** Metrics by name. */
export type DeclaredMetrics = ReadonlyMap<string, DeclaredMetric>;

/** How the server declares a metric, see `Metrics`. */
const declaration = /\bmetrics\.(counter|counts|gauges?|histogram)\(\s*'(matinee_[a-z0-9_]+)'/g;
const kinds: Readonly<Record<string, DeclaredMetric['kind']>> = { counts: 'counter', gauges: 'gauge' };
/** An array of names, which in a declaration are those of labels. */
const names = /\[\s*('[a-z_]+'(?:,\s*'[a-z_]+')*),?\s*\]/;

/** Those of the code at `root`, and those that are there without a feature: calls, mails, the process. */
export async function declaredMetrics(root: string): Promise<DeclaredMetrics> {
  const declared = new Map<string, DeclaredMetric>();
  const { registry } = makeMetrics();
  for (const { name, type } of await registry.getMetricsAsJSON()) {
    const { labelNames } = registry.getSingleMetric(name) as { labelNames?: readonly string[] };
    declared.set(name, { kind: String(type) as DeclaredMetric['kind'], labels: labelNames });
  }
  const folder = join(root, 'server/src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((path) => path.endsWith('.ts') && !/\.(test|fixture|fake)\.ts$/.test(path))) {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const { 0: begun, 1: call, 2: name, index } of text.matchAll(declaration)) {
      const [, labels = ''] = names.exec(upToItsEnd(text, index + begun.indexOf('('))) ?? [];
      const kind = kinds[call!] ?? (call as DeclaredMetric['kind']);
      declared.set(name!, { kind, labels: labels.match(/[a-z_]+/g) ?? [] });
    }
  }
  return declared;
}

/** What stands in the parentheses that open at `begin`. */
function upToItsEnd(text: string, begin: number): string {
  let depth = 0;
  let end = begin;
  do {
    if (text[end] === '(') depth += 1;
    if (text[end] === ')') depth -= 1;
    end += 1;
  } while (depth > 0 && end < text.length);
  return text.slice(begin, end);
}
