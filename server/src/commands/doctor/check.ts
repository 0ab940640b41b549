/** What `matinee doctor` looks at: each thing has a sentence, says what to do, and takes a bounded time. */
import type { Config } from '../../kernel/config/config-keys.ts';

export type State = 'ok' | 'warning' | 'failed' | 'skipped';

/** What a check found out. */
export interface Finding {
  readonly state: State;
  /** One sentence. */
  readonly text: string;
  /** What to do about it; of warnings and failures. */
  readonly advice?: string;
}

export interface NamedFinding extends Finding {
  readonly name: string;
}

/** What a running server told the command line about itself, as the contract prints it. */
export interface RunningServer {
  readonly version?: string;
  readonly addresses?: readonly string[];
  readonly database?: string;
  readonly clock_deviation_ms?: number;
  /** Empty or absent: one process does everything. */
  readonly workers?: readonly { readonly ready?: boolean }[];
  readonly restarting?: boolean;
  readonly refused_pages?: { readonly count: number; readonly origin: string; readonly host: string };
}

/** What checks know. */
export interface Patient {
  /** Undefined: the configuration cannot be used. */
  readonly config: Config | undefined;
  readonly dataDir: string;
  /** Where people reach the running server; undefined: none runs. */
  readonly publicUrl: string | undefined;
  /** Undefined: no server runs, or it cannot be asked. */
  readonly running: RunningServer | undefined;
  /** Runtime settings without their secrets, as the contract prints them; undefined: the server did not tell. */
  readonly settings: Settings | undefined;
}

interface Settings {
  readonly email?: { readonly smtpHost?: string; readonly smtpPort?: number; readonly smtpProxy?: object };
  readonly srt?: { readonly enabled?: boolean };
  readonly webrtc?: { readonly externalIceServers?: readonly { readonly urls?: readonly string[] }[] };
}

/** A check of one thing. It throws for what it did not expect, and ends when `signal` aborts. */
export interface Check {
  readonly name: string;
  run(patient: Patient, signal: AbortSignal): Promise<Finding>;
}

export const ok = (text: string): Finding => ({ state: 'ok', text });
export const skipped = (text: string): Finding => ({ state: 'skipped', text });
export const warning = (text: string, advice: string): Finding => ({ state: 'warning', text, advice });
export const failed = (text: string, advice: string): Finding => ({ state: 'failed', text, advice });

/** Longest time of one check, in milliseconds. */
const longestMs = 10_000;

/** Runs the checks side by side, each for a bounded time. [DOC2] */
export function runChecks(checks: readonly Check[], patient: Patient, limitMs = longestMs): Promise<NamedFinding[]> {
  return Promise.all(checks.map(async (check) => ({ name: check.name, ...(await runOne(check, patient, limitMs)) })));
}

async function runOne(check: Check, patient: Patient, limitMs: number): Promise<Finding> {
  const signal = AbortSignal.timeout(limitMs);
  const late = new Promise<Finding>((resolve) => {
    const end = () =>
      resolve(
        failed(
          `this took longer than ${limitMs / 1000} seconds`,
          'see whether what it names answers at all, and how fast',
        ),
      );
    signal.addEventListener('abort', end, { once: true });
  });
  const found = check.run(patient, signal).catch((cause: unknown) => failed(sentence(cause), 'mend what it names'));
  return Promise.race([found, late]);
}

/** The first line of what went wrong. */
export function sentence(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return sentence(cause.errors[0]);
  const { message, cause: reason } = cause instanceof Error ? cause : new Error(String(cause));
  const inner = reason instanceof Error && message === 'fetch failed' ? sentence(reason) : message;
  return inner.split('\n')[0]!.slice(0, 300) || 'it failed without a word';
}
