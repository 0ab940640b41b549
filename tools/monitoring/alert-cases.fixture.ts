/** For each alert: what Prometheus sees when it has to be raised, and what it sees on a good day. */

/** Values of series, as promtool writes them: `0+1x10` begins with 0 and adds 1 ten times, a value each half minute. */
type Series = Readonly<Record<string, string>>;

interface AlertCase {
  readonly bad: Series;
  readonly good: Series;
  /** When to look, after the beginning. */
  readonly at: string;
}

const here = 'job="matinee",instance="one:9464"';
const of = (name: string, labels = '') => `${name}{${here}${labels === '' ? '' : `,${labels}`}}`;

/** Buckets of a histogram that gets ten values each half minute, all of them up to `seconds`. */
function values(name: string, seconds: string, labels = ''): Series {
  const above = ['0.01', '0.5', '1', '5', '+Inf'].map((le) => {
    const isUnder = le !== '+Inf' && Number(le) < Number(seconds);
    return [of(`${name}_bucket`, [labels, `le="${le}"`].filter(Boolean).join(',')), isUnder ? '0x60' : '0+10x60'];
  });
  return Object.fromEntries(above);
}

const still = (name: string, bad: string, good: string, labels = ''): Pick<AlertCase, 'bad' | 'good'> => ({
  bad: { [of(name, labels)]: `${bad}x160` },
  good: { [of(name, labels)]: `${good}x160` },
});

const watching = { [of('matinee_viewers', 'state="playing",way="direct"')]: '20x60' };

export const alertCases: Readonly<Record<string, AlertCase>> = {
  MatineeDown: { ...still('up', '0', '1'), at: '5m' },
  MatineeGone: { bad: {}, good: { [of('matinee_realtime_connections')]: '0x60' }, at: '10m' },
  MatineeRestarts: {
    bad: { [of('process_start_time_seconds')]: '100x5 200x5 300x5 400x40' },
    good: { [of('process_start_time_seconds')]: '100x5 200x50' },
    at: '12m',
  },
  MatineeDatabaseAway: { ...still('matinee_database_up', '0', '1'), at: '2m' },
  MatineeDatabaseSlow: {
    bad: values('matinee_database_statement_seconds', '5'),
    good: values('matinee_database_statement_seconds', '0.01'),
    at: '20m',
  },
  MatineeDatabaseConnectionsExhausted: {
    bad: { [of('matinee_database_waiting')]: '5x60' },
    good: { [of('matinee_database_waiting')]: '0 9 0 9 0 9 0 9 0 9 0 9 0 9 0 9 0 9 0 9 0' },
    at: '5m',
  },
  MatineeRedisAway: { ...still('matinee_key_value_store_up', '0', '1'), at: '5m' },
  MatineeClockApart: { ...still('matinee_clock_deviation_seconds', '-2', '0.3'), at: '5m' },
  MatineeBackupOld: { ...still('matinee_backup_age_seconds', '200000', '80000'), at: '70m' },
  MatineePortFull: {
    bad: { [of('matinee_port_connections_refused_total')]: '0x3 7x50' },
    good: { [of('matinee_port_connections_refused_total')]: '7x60' },
    at: '3m',
  },
  MatineePortNearlyFull: {
    bad: { [of('matinee_port_connections')]: '900x60', [of('matinee_port_connections_limit')]: '1000x60' },
    // Without a known limit nothing is nearly full.
    good: { [of('matinee_port_connections')]: '900x60', [of('matinee_port_connections_limit')]: '0x60' },
    at: '15m',
  },
  MatineeSlowReaders: {
    bad: {
      [of('matinee_connections_ended_total', 'reason="too_slow"')]: '0+2x60',
      [of('matinee_realtime_connections')]: '100x60',
    },
    good: {
      [of('matinee_connections_ended_total', 'reason="too_slow"')]: '0x5 3x55',
      [of('matinee_connections_ended_total', 'reason="shutdown"')]: '0+9x60',
      [of('matinee_realtime_connections')]: '100x60',
    },
    at: '15m',
  },
  MatineeInternalErrors: {
    bad: { [of('matinee_calls_total', 'method="A.B",transport="rest",code="internal"')]: '1x5 2x55' },
    good: { [of('matinee_calls_total', 'method="A.B",transport="rest",code="not_found"')]: '0+5x60' },
    at: '5m',
  },
  MatineeTimerFails: {
    bad: { [of('matinee_timer_failures_total')]: '0x5 1x55' },
    good: { [of('matinee_timer_failures_total')]: '1x60' },
    at: '5m',
  },
  MatineeEventLoopBusy: { ...still('nodejs_eventloop_lag_p99_seconds', '0.4', '0.02'), at: '10m' },
  MatineeEventsLate: {
    bad: values('matinee_event_delivery_seconds', '5'),
    good: values('matinee_event_delivery_seconds', '0.01'),
    at: '20m',
  },
  MatineeViewersApart: {
    bad: { ...values('matinee_viewer_offset_seconds', '5', 'figure="p95"'), ...watching },
    // Two people with bad lines are no fault of the server.
    good: {
      ...values('matinee_viewer_offset_seconds', '5', 'figure="p95"'),
      [of('matinee_viewers', 'state="playing",way="direct"')]: '2x60',
    },
    at: '25m',
  },
  MatineeViewersStall: {
    bad: { [of('matinee_viewer_stalled_seconds_total')]: '0+120x60', ...watching },
    good: { [of('matinee_viewer_stalled_seconds_total')]: '0+6x60', ...watching },
    at: '25m',
  },
  MatineeConversionsRefused: {
    bad: { [of('matinee_conversions_ended_total', 'reason="no_place"')]: '0+1x60' },
    good: { [of('matinee_conversions_ended_total', 'reason="completed"')]: '0+1x60' },
    at: '10m',
  },
  MatineeSignInsQueue: {
    bad: { [of('matinee_passwords_waiting')]: '100x60' },
    good: { [of('matinee_passwords_waiting')]: '100 0 100 0 100 0 100 0 100 0 100 0' },
    at: '4m',
  },
  MatineeMailFails: {
    bad: { [of('matinee_mails_total', 'purpose="sign_up",outcome="retried"')]: '0+1x80' },
    good: { [of('matinee_mails_total', 'purpose="sign_up",outcome="sent"')]: '0+9x80' },
    at: '30m',
  },
};
