import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@matinee/testkit/outside/nginx.ts';
import { hasProgram, programPath } from '@matinee/testkit/outside/programs.ts';
import { startTestServer } from '@matinee/testkit/server.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { alertCases } from './alert-cases.fixture.ts';
import { alerts } from './alerts.ts';
import { expressionsOfPanels, makeDashboard } from './dashboard.ts';
import { declaredMetrics } from './declared-metrics.ts';
import { expressionFaults, unusedMetrics } from './expressions.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const rules = join(root, 'deploy/monitoring/rules.yaml');
const work = mkdtempSync(join(tmpdir(), 'matinee-rules-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** The faults that the guide lists. */
const listedFaults = () => {
  const [, table] = /\| What fails \|.*\n\|.*\n((?:\|.*\n)+)/.exec(read('docs/guide/reliability.md')) ?? [];
  return table!.split('\n').flatMap((row) => row.split('|')[1]?.trim() || []);
};

interface Raised {
  readonly name: string;
  readonly isRaised: boolean;
}

/** A file for `promtool test rules` that looks at one alert in one series of values. */
function caseFile({ name, isRaised }: Raised): string {
  const { bad, good, at } = alertCases[name]!;
  const series = Object.entries(isRaised ? bad : good).map(([of, values]) => ({ series: of, values }));
  const path = join(work, `${name}-${isRaised}.yaml`);
  const expected = isRaised ? ['raised'] : [];
  // The labels and texts of what is raised differ, so this asks for how many there are.
  const count = `count(ALERTS{alertname="${name}",alertstate="firing"})`;
  const samples = expected.map(() => ({ labels: '{}', value: 1 }));
  const promql_expr_test = [{ expr: count, eval_time: at, exp_samples: samples }];
  const tests = [{ interval: '30s', input_series: series, promql_expr_test }];
  writeFileSync(path, stringify({ rule_files: [rules], evaluation_interval: '30s', tests }));
  return path;
}

describe.skipIf(!hasProgram('promtool'))('the rules', () => {
  test('are understood by Prometheus', () => {
    execFileSync(programPath('promtool'), ['check', 'rules', '--lint=all', '--lint-fatal', rules]);
  });

  test('and so is what the panels ask', () => {
    const rules = expressionsOfPanels().map((expression, place) => ({
      record: `panel:${place}`,
      expr: expression.replaceAll('$of', 'job="a"').replaceAll('$__rate_interval', '2m'),
    }));
    const path = join(work, 'panels.yaml');
    writeFileSync(path, stringify({ groups: [{ name: 'panels', rules }] }));
    execFileSync(programPath('promtool'), ['check', 'rules', '--lint=none', path]);
  });

  test.each(
    alerts.flatMap(({ name }) => [
      { name, isRaised: true },
      { name, isRaised: false },
    ]),
  )('$name is raised: $isRaised', (one) => {
    const { status, stdout, stderr } = spawnSync(programPath('promtool'), ['test', 'rules', caseFile(one)], {
      encoding: 'utf8',
    });
    expect(status, `${stdout}${stderr}`).toBe(0);
  });
});

test('each fault that the guide lists has an alert', () => {
  const faults = listedFaults();
  expect(faults.length).toBeGreaterThan(8);
  const raised = alerts.flatMap((alert) => alert.faults ?? []);
  expect(faults.filter((fault) => !raised.includes(fault))).toEqual([]);
  expect(raised.filter((fault) => !faults.includes(fault))).toEqual([]);
});

test('each alert has a heading in the guide, with what it means and what to do', () => {
  const guide = read('docs/guide/monitoring.md');
  const pages = new Map(
    guide
      .split(/^### /m)
      .slice(1)
      .map((part) => [part.slice(0, part.indexOf('\n')), part]),
  );
  for (const { name } of alerts) {
    expect(pages.get(name), name).toContain('\n**Means:** ');
    expect(pages.get(name), name).toContain('\n**Do:** ');
  }
  const named = [...pages.keys()].filter((heading) => heading.startsWith('Matinee'));
  expect(named).toEqual(alerts.map(({ name }) => name));
  const linked = (parse(readFileSync(rules, 'utf8')) as { groups: { rules: object[] }[] }).groups.flatMap(
    ({ rules }) => rules,
  );
  for (const rule of linked as { alert: string; annotations: { runbook_url: string } }[])
    expect(rule.annotations.runbook_url).toBe(`docs/guide/monitoring.md#${rule.alert.toLowerCase()}`);
});

describe('names of metrics', () => {
  test('what is read from the code is what a server has', async () => {
    const port = await freePort();
    const config = { 'management.metrics_address': `127.0.0.1:${port}`, 'rtmp.address': '127.0.0.1:0' };
    const server = await startTestServer({ config });
    try {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, kind]) => [name, kind]);
      const declared = await declaredMetrics(root);
      const kinds = [...declared].map(([name, { kind }]) => [name, kind]);
      expect(Object.fromEntries(kinds)).toEqual(Object.fromEntries(types));
      expect(declared.get('matinee_viewers')?.labels).toEqual(['state', 'way']);
      expect(declared.get('matinee_viewer_offset_seconds')?.labels).toEqual(['figure']);
      expect(declared.get('matinee_mails_total')?.labels).toEqual(['purpose', 'outcome']);
      expect(declared.get('matinee_wait_seconds')?.labels).toEqual([]);
    } finally {
      await server.stop();
    }
  });

  const declared = new Map([
    ['matinee_calls_total', { kind: 'counter', labels: ['code'] }],
    ['matinee_rooms_online', { kind: 'gauge', labels: [] }],
    ['matinee_wait_seconds', { kind: 'histogram', labels: [] }],
  ] as const);

  test.each([
    ['sum(matinee_rooms_online{$of})'],
    ['rate(matinee_calls_total{code="internal"}[5m])'],
    ['histogram_quantile(0.5, rate(matinee_wait_seconds_bucket[5m]))'],
    ['max_over_time(matinee_rooms_online[5m])'],
  ])('%s is right', (expression) => {
    expect(expressionFaults(expression, declared)).toEqual([]);
  });

  test.each([
    ['sum(matinee_rooms)', 'is no metric'],
    ['rate(matinee_calls_total{status="ok"}[5m])', 'has no label status'],
    ['sum by (code, room) (rate(matinee_calls_total[5m]))', 'nothing has the label room'],
    ['rate(matinee_call_total[5m])', 'is no metric'],
    ['rate(matinee_wait_seconds[5m])', 'is no metric'],
    ['rate(matinee_rooms_online[5m])', 'has no rate'],
    ['sum(matinee_calls_total{code="ok"})', 'only grows'],
    ['matinee_wait_seconds_bucket', 'only grows'],
  ])('%s is refused: it %s', (expression, fault) => {
    expect(expressionFaults(expression, declared).join()).toContain(fault);
  });

  test('a metric that nothing shows is named', () => {
    expect(unusedMetrics(['sum(matinee_rooms_online)', 'rate(matinee_wait_seconds_sum[5m])'], declared)).toEqual([
      'matinee_calls_total',
    ]);
  });
});

test('each panel asks for what is chosen above the dashboard', () => {
  expect(expressionsOfPanels().filter((expression) => !expression.includes('$of'))).toEqual([]);
  const text = JSON.stringify(makeDashboard());
  expect(text).not.toContain('$of');
  const { panels = [], templating } = makeDashboard();
  expect(panels.length).toBeGreaterThan(30);
  expect(templating?.list?.map(({ name }) => name)).toEqual(['datasource', 'job', 'instance']);
});
