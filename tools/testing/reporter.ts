/** Writes the outcome of a test run for `npm test`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import type { TestedFile, TestReport } from './report.ts';
import { reportFile } from './report-file.ts';

function tested(module: TestModule): TestedFile {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    counts[state === 'pending' ? 'skipped' : state] += 1;
  }
  if (module.state() === 'failed') counts.failed ||= 1;
  const times = module.diagnostic();
  const ms =
    times.environmentSetupDuration +
    times.prepareDuration +
    times.collectDuration +
    times.setupDuration +
    times.duration;
  return { path: module.relativeModuleId, seconds: ms / 1_000, ...counts };
}

export default class ReportWriter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const report: TestReport = { files: modules.map(tested), errors: errors.length };
    mkdirSync(dirname(reportFile), { recursive: true });
    writeFileSync(reportFile, JSON.stringify(report, undefined, 1));
  }
}
