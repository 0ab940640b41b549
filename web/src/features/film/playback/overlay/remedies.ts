import type { PlaybackProblem } from '../source/problem.ts';

/** The most helpful action: try again, go through the server, play the next item, or replace the link. */
export type Remedy = 'retry' | 'proxied' | 'next' | 'copy';

/** The first button for each problem. If it is not available, `next` takes its place, else `retry`. [SY69] */
export const remedies: Readonly<Record<PlaybackProblem, Remedy>> = {
  not_found: 'next',
  forbidden: 'copy',
  expired: 'retry',
  private: 'retry',
  unreachable: 'proxied',
  fault: 'retry',
  cors: 'proxied',
  mixed: 'proxied',
  page: 'copy',
  manifest: 'next',
  drm: 'next',
  format: 'next',
  unknown: 'proxied',
  network: 'retry',
  offline: 'retry',
  embed_refused: 'next',
  embed_failed: 'retry',
  stream_offline: 'retry',
  stream_interrupted: 'retry',
  not_shared: 'next',
  account_gone: 'next',
  account_refused: 'next',
  quota: 'next',
  needs_key: 'next',
  secrets_lost: 'next',
  unknown_provider: 'next',
  busy: 'retry',
  no_rung: 'retry',
  no_source: 'next',
};

/** Problems on this browser's way to the film that the server's way may not have. */
const goesElsewhere: ReadonlySet<PlaybackProblem> = new Set(['unreachable', 'cors', 'mixed', 'unknown', 'network']);

/** True when a film that does not play directly may play through the server. */
export function mayPlayProxied(problem: PlaybackProblem): boolean {
  return goesElsewhere.has(problem);
}

/** The first button among the available ones. Pure. */
export function firstRemedy(problem: PlaybackProblem, can: ReadonlySet<Remedy>): Remedy {
  const wanted = [remedies[problem], 'next', 'retry'] as const;
  return wanted.find((remedy) => can.has(remedy)) ?? 'retry';
}
