/**
 * Writes the dashboard of Grafana and the rules of Prometheus to `deploy/monitoring`, and for the chart, which can bring only what is in
 * its own folder. Refuses names of metrics that the server does not have, and metrics that nothing shows. The first argument is the
 * folder that stands for the root of the tree.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alerts } from '../monitoring/alerts.ts';
import { expressionsOfPanels, makeDashboard } from '../monitoring/dashboard.ts';
import { declaredMetrics } from '../monitoring/declared-metrics.ts';
import { expressionFaults, unusedMetrics } from '../monitoring/expressions.ts';
import { makeRules } from '../monitoring/rules.ts';

const declared = await declaredMetrics(fileURLToPath(new URL('../..', import.meta.url)));
const shown = expressionsOfPanels();
const faults = [
  ...[...shown, ...alerts.map(({ expr }) => expr)].flatMap((expression) => expressionFaults(expression, declared)),
  ...unusedMetrics(shown, declared).map((name) => `no panel of the dashboard shows ${name}\n`),
];
if (faults.length > 0) throw new Error(`the dashboard and the metrics differ:\n${faults.join('')}`);

for (const place of ['deploy/monitoring', 'deploy/helm/matinee/monitoring']) {
  const folder = join(process.argv[2]!, place);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'dashboard.json'), `${JSON.stringify(makeDashboard(), undefined, 2)}\n`);
  writeFileSync(join(folder, 'rules.yaml'), makeRules());
}
