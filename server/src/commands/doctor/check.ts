/** The checks of `matinee doctor`: each returns a sentence and advice, within a time limit. */
import type { Config } from '../../kernel/config/config-keys.ts';

export type State = 'ok' | 'warning' | 'failed' | 'skipped';

/** The result of a check. */
export interface Finding {
  readonly state: State;
  /** One sentence. */
  readonly text: string;
  /** Advice for warnings and failures. */
  readonly advice?: string;
}

export interface NamedFinding extends Finding {
  readonly name: string;
}

/** The status that a running server reported to the command line, in the JSON form of the contract. */
export interface RunningServer {
  readonly version?: string;
  readonly addresses?: readonly string[];
  readonly database?: string;
  readonly clock_deviation_ms?: number;
  /** Empty or absent: a single process. */
  readonly workers?: readonly { readonly ready?: boolean }[];
  readonly restarting?: boolean;
  readonly refused_pages?: { readonly count: number; readonly origin: string; readonly host: string };
}

/** The facts available to checks. */
export interface Patient {
  /** Undefined: the configuration is invalid. */
  readonly config: Config | undefined;
  readonly dataDir: string;
  /** The running server's public URL; undefined if none is running. */
  readonly publicUrl: string | undefined;
  /** Undefined: no server is running, or it does not answer. */
  readonly running: RunningServer | undefined;
  /**
   * Runtime settings without their secrets, in the JSON form of the contract; undefined if the server did not report
   * them.
   */
  readonly settings: Settings | undefined;
}

interface Settings {
  readonly email?: { readonly smtpHost?: string; readonly smtpPort?: number; readonly smtpProxy?: object };
  readonly srt?: { readonly enabled?: boolean };
  readonly webrtc?: { readonly externalIceServers?: readonly { readonly urls?: readonly string[] }[] };
}

/** A check of one thing. It may throw, and ends when `signal` aborts. */
export interface Check {
  readonly name: string;
  run(patient: Patient, signal: AbortSignal): Promise<Finding>;
}

export const ok = (text: string): Finding => ({ state: 'ok', text });
export const skipped = (text: string): Finding => ({ state: 'skipped', text });
export const warning = (text: string, advice: string): Finding => ({ state: 'warning', text, advice });
export const failed = (text: string, advice: string): Finding => ({ state: 'failed', text, advice });

/** Time limit of one check, in milliseconds. */
const longestMs = 10_000;

/** Runs the checks in parallel, each with a time limit. [DOC2] */
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

/** The first line of the error message. */
export function sentence(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return sentence(cause.errors[0]);
  const { message, cause: reason } = cause instanceof Error ? cause : new Error(String(cause));
  const inner = reason instanceof Error && message === 'fetch failed' ? sentence(reason) : message;
  return inner.split('\n')[0]!.slice(0, 300) || 'it failed without a word';
}
