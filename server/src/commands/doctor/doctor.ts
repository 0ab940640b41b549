/** `doctor`: checks everything that a server depends on, whether or not it is running. [DOC1]–[DOC7] */
import { readFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { ConfigError, type ResolvedConfig, resolveConfig } from '../../kernel/config/config.ts';
import { listSecrets } from '../../kernel/config/secrets.ts';
import { readTls } from '../../transport/tls-files.ts';
import { publicUrlOf } from '../../wiring.ts';
import type { CommandLine } from '../command-line.ts';
import { describeConfig } from '../show-config.ts';
import { eventsCheck, grpcCheck, rangesCheck, restCheck, socketCheck } from './address-checks.ts';
import { describeMachine, readLogEnd, readMetrics, writeBundle } from './bundle.ts';
import {
  type Check,
  failed,
  type NamedFinding,
  ok,
  type Patient,
  type RunningServer,
  runChecks,
  sentence,
  skipped,
} from './check.ts';
import { diskCheck, ffmpegCheck, portsCheck, secretsCheck, srtCheck } from './machine-checks.ts';
import { makeRedact, type Redact } from './redact.ts';
import { mailCheck, turnCheck } from './service-checks.ts';
import { clockCheck, databaseCheck, objectStoreCheck, redisCheck } from './store-checks.ts';
import { workersCheck } from './worker-checks.ts';

const serverCheck: Check = {
  name: 'server',
  run: async ({ running, dataDir }) =>
    running
      ? ok(`version ${running.version} runs`)
      : skipped(`none runs on ${dataDir}, so only what needs none is looked at`),
};

const checks: readonly Check[] = [
  serverCheck,
  workersCheck,
  secretsCheck,
  databaseCheck,
  redisCheck,
  diskCheck,
  clockCheck,
  portsCheck,
  restCheck,
  socketCheck,
  eventsCheck,
  rangesCheck,
  grpcCheck,
  mailCheck,
  objectStoreCheck,
  turnCheck,
  ffmpegCheck,
  srtCheck,
];

/** Ends the process with exit code 1 if a check failed. */
export async function runDoctor(line: CommandLine): Promise<void> {
  const { dataDir, levels, output, doctor } = line;
  const { resolved, finding } = readConfiguration(line);
  const { status, settings } = readFacts(doctor.serverFacts);
  const config = resolved?.config;
  const publicUrl = resolved && status && addressOf(resolved, status);
  const patient: Patient = { config, dataDir, publicUrl, running: status, settings };
  const redact = makeRedact(levels, process.env, config ? storedSecrets(config, dataDir) : []);
  const found = [finding, ...(await runChecks(checks, patient))];
  const findings = found.map((one) => redacted(one, redact));
  process.stdout.write(describe(findings, output));
  if (doctor.bundle !== undefined) {
    await writeBundle(
      doctor.bundle,
      {
        'doctor.json': describe(findings, 'json'),
        'machine.json': describeMachine(status),
        'config.yaml': resolved ? describeConfig(resolved, 'yaml') : finding.text,
        'settings.json': settings && JSON.stringify(settings, null, 2),
        'metrics.txt': await readMetrics(status ? config : undefined),
        'log.txt': doctor.log === undefined ? undefined : await readLogEnd(doctor.log),
      },
      redact,
    );
    process.stderr.write(`${doctor.bundle}: look through it before you send it\n`);
  }
  if (findings.some(({ state }) => state === 'failed')) process.exitCode = 1;
}

function readConfiguration({ levels }: CommandLine): { resolved: ResolvedConfig | undefined; finding: NamedFinding } {
  const name = 'configuration';
  try {
    const resolved = resolveConfig(levels);
    readTls(resolved.config);
    return { resolved, finding: { name, ...ok('it can be used') } };
  } catch (cause) {
    const faults = cause instanceof ConfigError ? cause.message.split('\n').slice(1).join(' ').trim() : sentence(cause);
    return { resolved: undefined, finding: { name, ...failed(faults, 'mend these keys, then look again') } };
  }
}

/** The facts that the command line has read from a running server. */
function readFacts(file: string | undefined): { status: Patient['running']; settings: Patient['settings'] } {
  if (file === undefined) return { status: undefined, settings: undefined };
  const { status, settings } = JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'));
  return { status, settings };
}

/** The URL that the operator configured, or else the address at which the server listens. */
function addressOf({ config, origins }: ResolvedConfig, { addresses = [] }: RunningServer): string {
  const isNamed =
    (config['webauthn.rp_origin'] !== undefined && origins.get('webauthn.rp_origin') !== 'derived') ||
    config['server.cors_allowed_origins'].length > 0;
  const [listening] = addresses;
  if (isNamed || listening === undefined) return publicUrlOf(config, config['server.port']);
  return listening + config['server.base_path'];
}

function storedSecrets(config: ResolvedConfig['config'], dataDir: string): string[] {
  try {
    return Object.values(listSecrets(config, dataDir));
  } catch {
    return [];
  }
}

function redacted(finding: NamedFinding, redact: Redact): NamedFinding {
  const { text, advice } = finding;
  return { ...finding, text: redact(text), ...(advice === undefined ? {} : { advice: redact(advice) }) };
}

function describe(findings: readonly NamedFinding[], output: CommandLine['output']): string {
  const worked = findings.every(({ state }) => state !== 'failed');
  if (output === 'json') return `${JSON.stringify({ ok: worked, checks: findings }, null, 2)}\n`;
  if (output === 'yaml') return stringify({ ok: worked, checks: findings }, { lineWidth: 0 });
  const width = Math.max(...findings.map(({ name }) => name.length));
  const lines = findings.map(({ name, state, text, advice }) => {
    const line = `${state.padEnd(7)}  ${name.padEnd(width)}  ${text}\n`;
    return advice === undefined ? line : `${line}${' '.repeat(width + 11)}→ ${advice}\n`;
  });
  return lines.join('');
}
