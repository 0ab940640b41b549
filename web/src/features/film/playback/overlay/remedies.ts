import type { PlaybackProblem } from '../source/problem.ts';

/** What helps most: another try, the way through the server, another item, or another link in the place of this one. */
export type Remedy = 'retry' | 'proxied' | 'next' | 'copy';

/** The one button that stands first for each problem. Where it cannot be pressed, `next` and then `retry` take its place. [SY69] */
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
  stream_elsewhere: 'retry',
  not_shared: 'next',
  account_gone: 'next',
  account_refused: 'next',
  quota: 'next',
  needs_key: 'next',
  secrets_lost: 'next',
  unknown_provider: 'next',
  no_source: 'next',
};

/** Problems that this browser's way to the film has, and the server's may not have. */
const goesElsewhere: ReadonlySet<PlaybackProblem> = new Set(['unreachable', 'cors', 'mixed', 'unknown', 'network']);

/** True where the film may play through the server although it does not play directly. */
export function mayPlayProxied(problem: PlaybackProblem): boolean {
  return goesElsewhere.has(problem);
}

/** The button that stands first, of those that can be pressed. Pure. */
export function firstRemedy(problem: PlaybackProblem, can: ReadonlySet<Remedy>): Remedy {
  const wanted = [remedies[problem], 'next', 'retry'] as const;
  return wanted.find((remedy) => can.has(remedy)) ?? 'retry';
}
