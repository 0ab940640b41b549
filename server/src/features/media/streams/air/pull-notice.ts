import type { PullFault } from '../../pull/sources/pull-failed.ts';

/** How the pulling of a stream is going, as its row says it. */
export interface PullNotice {
  readonly state: 'connecting' | 'on_air' | 'waiting';
  /** Why the last try failed. */
  readonly fault?: PullFault;
  /** When the source is tried again, in milliseconds since 1970. */
  readonly nextTryMs?: number;
}
