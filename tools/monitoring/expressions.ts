/** Compares the expressions of the dashboard and the rules with the metrics that the server has. */
import type { DeclaredMetrics } from './declared-metrics.ts';

/** A name of ours in an expression, with its selector, and what follows. */
const use = /([a-z_]+\()?\b((?:matinee|process|nodejs)_[a-z0-9_]+)(?:\{([^}]*)\})?(\[)?/g;
/** Functions that take what a gauge was over a time. */
const overTime = /^([a-z]+_over_time|changes|delta|deriv)\($/;
const ofHistogram = /_(bucket|sum|count)$/;
/** Labels that Prometheus adds, and that of buckets. */
const always = ['job', 'instance', 'le'];

/** What is wrong with the uses of metrics in `expression`, a line each. */
export function expressionFaults(expression: string, declared: DeclaredMetrics): string[] {
  const uses = [...expression.matchAll(use)];
  const labels: string[] = [...always];
  const faults = uses.flatMap(([, call = '', name, selector = '', range]) => {
    const base = declared.has(name!) ? name! : name!.replace(ofHistogram, '');
    const metric = declared.get(base);
    if (metric === undefined || (metric.kind === 'histogram') !== ofHistogram.test(name!))
      return [`${name} is no metric of the server`];
    const { kind } = metric;
    const own = metric.labels ?? labelsIn(expression);
    labels.push(...own);
    const unknown = [...selector.matchAll(/([a-z_]+)(?:=~?|!=)/g)].filter(
      ([, label]) => ![...always, ...own].includes(label!),
    );
    if (metric.labels !== undefined && unknown.length > 0) return [`${name} has no label ${unknown[0]![1]}`];
    if (kind === 'gauge' && range !== undefined && !overTime.test(call)) return [`${name} is a gauge and has no rate`];
    if (kind !== 'gauge' && range === undefined) return [`${name} is a ${kind}, which only grows: ask for its rate`];
    return [];
  });
  const grouped = labelsIn(expression).filter((label) => uses.length > 0 && !labels.includes(label));
  return [...faults, ...grouped.map((label) => `nothing has the label ${label}`)].map(
    (fault) => `${fault}, in: ${expression}\n`,
  );
}

/** Labels by which the expression groups. */
function labelsIn(expression: string): string[] {
  return [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) => list!.match(/[a-z_]+/g) ?? []);
}

/** The metrics of the server of which no expression makes use. Those of the process count only if they are ours. */
export function unusedMetrics(expressions: readonly string[], declared: DeclaredMetrics): string[] {
  const used = new Set(expressions.flatMap((one) => [...one.matchAll(use)].map(([, , name]) => name!)));
  return [...declared]
    .filter(([name]) => name.startsWith('matinee_'))
    .filter(([name, { kind }]) =>
      kind === 'histogram' ? !['bucket', 'sum', 'count'].some((part) => used.has(`${name}_${part}`)) : !used.has(name),
    )
    .map(([name]) => name);
}
