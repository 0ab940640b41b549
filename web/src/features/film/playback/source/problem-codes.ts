import type { PlaybackProblem } from './problem.ts';

/** The problem behind each reason of this server for not playing an item. */
const byCode: Readonly<Record<string, PlaybackProblem>> = {
  'conversions.busy': 'busy',
  'conversions.failed': 'fault',
  'conversions.switched_off': 'format',
  'conversions.unknown_part': 'not_found',
  'conversions.unreadable': 'format',
  'playback.unavailable': 'account_gone',
  'providers.account_gone': 'account_gone',
  'providers.account_not_shared': 'not_shared',
  'providers.account_refused': 'account_refused',
  'providers.bad_answer': 'fault',
  'providers.invalid_source': 'no_source',
  'providers.needs_key': 'needs_key',
  'providers.private_address': 'private',
  'providers.quota_spent': 'quota',
  'providers.secrets_lost': 'secrets_lost',
  'providers.unknown_account': 'account_gone',
  'providers.unknown_provider': 'unknown_provider',
  'providers.upstream_busy': 'fault',
  'providers.upstream_failed': 'fault',
  'providers.upstream_forbidden': 'account_refused',
  'providers.upstream_missing': 'not_found',
  'providers.upstream_slow': 'unreachable',
  'proxy.bad_address': 'no_source',
  'proxy.bad_answer': 'format',
  'proxy.bad_manifest': 'manifest',
  'proxy.changed': 'network',
  'proxy.invalid_url': 'expired',
  'proxy.manifest_too_large': 'manifest',
  'proxy.no_access': 'expired',
  'proxy.private_address': 'private',
  'proxy.too_many_redirects': 'unreachable',
  'proxy.too_slow': 'unreachable',
  'proxy.unknown_resource': 'not_found',
  'proxy.unreachable': 'unreachable',
  'proxy.upstream_denied': 'forbidden',
  'proxy.upstream_failed': 'fault',
  'proxy.upstream_missing': 'not_found',
  'proxy.url_expired': 'expired',
  'streams.ladder_full': 'no_rung',
  'streams.no_hls': 'format',
  'streams.not_a_stream': 'no_source',
  'streams.not_yet': 'fault',
  'streams.off_air': 'stream_offline',
  'streams.rung_failed': 'no_rung',
  'streams.switched_off': 'stream_offline',
  'streams.too_late': 'fault',
  'streams.too_many_readers': 'fault',
  'streams.unreachable': 'fault',
};

/** The problem behind a reason of this server; undefined: the reason is not about playback. */
export function problemOfCode(code: string | undefined): PlaybackProblem | undefined {
  return code === undefined ? undefined : byCode[code];
}

/** The problem behind a refused call to this server. The HTTP status of such a call says nothing about the film. */
export function problemOfRefusal({ code, status }: { code?: string; status?: number }): PlaybackProblem {
  const told = problemOfCode(code);
  if (told !== undefined) return told;
  if (status === 401 || status === 403 || status === 404) return 'expired';
  return isAway(status) ? 'network' : 'fault';
}

/**
 * Whether an answer without a reason of this server shows that the server is away, as while it starts again: none came,
 * or what stands before it says so.
 */
export function isAway(status = 0): boolean {
  return status === 0 || (status >= 502 && status <= 504);
}
