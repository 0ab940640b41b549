/** Compares the expressions of the dashboard and the rules with the metrics that the server has. */
import type { DeclaredMetrics } from './declared-metrics.ts';

/** A name of ours in an expression, with its selector, and what follows. */
const use = /([a-z_]+\()?\b((?:matinee|process|nodejs)_[a-z0-9_]+)(?:\{[^}]*\})?(\[)?/g;
/** Functions that take what a gauge was over a time. */
const overTime = /^([a-z]+_over_time|changes|delta|deriv)\($/;
const ofHistogram = /_(bucket|sum|count)$/;

/** What is wrong with the uses of metrics in `expression`, a line each. */
export function expressionFaults(expression: string, declared: DeclaredMetrics): string[] {
  return [...expression.matchAll(use)].flatMap(([, call = '', name, range]) => {
    const base = declared.has(name!) ? name! : name!.replace(ofHistogram, '');
    const kind = declared.get(base);
    if (kind === undefined || (kind === 'histogram') !== ofHistogram.test(name!))
      return [`${name} is no metric of the server, in: ${expression}\n`];
    if (kind === 'gauge' && range !== undefined && !overTime.test(call))
      return [`${name} is a gauge and has no rate, in: ${expression}\n`];
    if (kind !== 'gauge' && range === undefined)
      return [`${name} is a ${kind}, which only grows: ask for its rate, in: ${expression}\n`];
    return [];
  });
}

/** The metrics of the server of which no expression makes use. Those of the process count only if they are ours. */
export function unusedMetrics(expressions: readonly string[], declared: DeclaredMetrics): string[] {
  const used = new Set(expressions.flatMap((one) => [...one.matchAll(use)].map(([, , name]) => name!)));
  return [...declared]
    .filter(([name]) => name.startsWith('matinee_'))
    .filter(([name, kind]) =>
      kind === 'histogram' ? !['bucket', 'sum', 'count'].some((part) => used.has(`${name}_${part}`)) : !used.has(name),
    )
    .map(([name]) => name);
}
