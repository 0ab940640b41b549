/** Makes the file of rules that Prometheus loads. */
import { stringify } from 'yaml';
import { alertGroups, runbookOf } from './alerts.ts';

export function makeRules(): string {
  const groups = Object.entries(alertGroups).map(([name, alerts]) => ({
    name,
    rules: alerts.map((alert) => ({
      alert: alert.name,
      expr: alert.expr,
      ...(alert.for === undefined ? {} : { for: alert.for }),
      labels: { severity: alert.severity },
      annotations: { summary: alert.summary, runbook_url: runbookOf(alert) },
    })),
  }));
  return `# Made by npm run gen from tools/monitoring/alerts.ts.\n${stringify({ groups }, { lineWidth: 0 })}`;
}
