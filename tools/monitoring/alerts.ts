/** The alerts that Prometheus raises. What each means, and what to do then, is in docs/guide/monitoring.md. */

export interface Alert {
  readonly name: string;
  /** `critical`: people cannot watch now. `warning`: look at it today. */
  readonly severity: 'critical' | 'warning';
  readonly expr: string;
  /** For how long it has to be so. */
  readonly for?: string;
  readonly summary: string;
  /** Faults in the table of docs/guide/reliability.md at which it is raised. */
  readonly faults?: readonly string[];
}

const down: readonly Alert[] = [
  {
    name: 'MatineeDown',
    severity: 'critical',
    expr: 'up{job=~".*matinee.*"} == 0',
    for: '1m',
    summary: 'Matinee on {{ $labels.instance }} does not answer.',
    faults: [
      'The process is killed',
      'A replica dies',
      'Replicas are restarted one by one behind a proxy',
      'A replica that takes a live stream dies',
    ],
  },
  {
    name: 'MatineeGone',
    severity: 'critical',
    expr: 'absent(matinee_realtime_connections)',
    for: '5m',
    summary: 'No Matinee has answered for five minutes.',
  },
  {
    name: 'MatineeRestarts',
    severity: 'warning',
    expr: 'changes(process_start_time_seconds{job=~".*matinee.*"}[30m]) > 2',
    summary: 'Matinee on {{ $labels.instance }} has restarted {{ $value }} times in half an hour.',
    faults: ['The process is killed'],
  },
];

const stores: readonly Alert[] = [
  {
    name: 'MatineeDatabaseAway',
    severity: 'critical',
    expr: 'matinee_database_up == 0',
    for: '30s',
    summary: 'Matinee on {{ $labels.instance }} cannot reach its database.',
    faults: ['The database is restarted or away', 'The primary of a replicated database is lost'],
  },
  {
    name: 'MatineeDatabaseSlow',
    severity: 'warning',
    expr: 'histogram_quantile(0.99, sum by (instance, le) (rate(matinee_database_statement_seconds_bucket[5m]))) > 1',
    for: '5m',
    summary: 'One of a hundred statements of {{ $labels.instance }} takes {{ $value | humanizeDuration }}.',
    faults: ['A transaction stands still (a frozen replica)'],
  },
  {
    name: 'MatineeDatabaseConnectionsExhausted',
    severity: 'warning',
    expr: 'min_over_time(matinee_database_waiting[2m]) > 0',
    summary: '{{ $value }} statements of {{ $labels.instance }} wait for a connection to the database all the time.',
    faults: ['A transaction stands still (a frozen replica)'],
  },
  {
    name: 'MatineeRedisAway',
    severity: 'critical',
    expr: 'matinee_key_value_store_up == 0',
    for: '1m',
    summary: 'Matinee on {{ $labels.instance }} cannot reach Redis: nobody can open a room or sign in in a browser.',
    faults: ['Redis is gone, slow or stands still'],
  },
  {
    name: 'MatineeClockApart',
    severity: 'critical',
    expr: 'abs(matinee_clock_deviation_seconds) > 1',
    for: '1m',
    summary: 'The time of {{ $labels.instance }} is {{ $value }} s apart from that of the database.',
  },
  {
    name: 'MatineeBackupOld',
    severity: 'warning',
    expr: 'min(matinee_backup_age_seconds) > 2 * 86400',
    for: '1h',
    summary: 'The last good backup is {{ $value | humanizeDuration }} old.',
  },
];

const port: readonly Alert[] = [
  {
    name: 'MatineePortFull',
    severity: 'critical',
    expr: 'increase(matinee_port_connections_refused_total[5m]) > 0',
    summary: 'Matinee on {{ $labels.instance }} refuses connections: it may open no more files.',
    faults: ['Descriptors run out'],
  },
  {
    name: 'MatineePortNearlyFull',
    severity: 'warning',
    expr: 'matinee_port_connections > 0.8 * (matinee_port_connections_limit > 0)',
    for: '10m',
    summary: 'Matinee on {{ $labels.instance }} has {{ $value }} connections, more than four fifths of its limit.',
    faults: ['Descriptors run out'],
  },
  {
    name: 'MatineeSlowReaders',
    severity: 'warning',
    expr:
      'sum by (instance) (increase(matinee_connections_ended_total{reason="too_slow"}[10m]))' +
      ' > 5 + 0.05 * sum by (instance) (matinee_realtime_connections)',
    summary: '{{ $labels.instance }} has dropped {{ $value }} connections that did not read in ten minutes.',
    faults: ['A client stops reading'],
  },
  {
    name: 'MatineeInternalErrors',
    severity: 'warning',
    expr: 'sum by (instance, method) (increase(matinee_calls_total{code="internal"}[10m])) > 0',
    summary: '{{ $labels.method }} has failed on {{ $labels.instance }} by a fault of the program.',
  },
  {
    name: 'MatineeTimerFails',
    severity: 'warning',
    expr: 'increase(matinee_timer_failures_total[15m]) > 0',
    summary: 'What a timer does has failed on {{ $labels.instance }}.',
    faults: ['What a timer does fails'],
  },
  {
    name: 'MatineeEventLoopBusy',
    severity: 'warning',
    expr: 'nodejs_eventloop_lag_p99_seconds{job=~".*matinee.*"} > 0.25',
    for: '5m',
    summary: 'Matinee on {{ $labels.instance }} is up to {{ $value | humanizeDuration }} late with all that it does.',
  },
];

const people: readonly Alert[] = [
  {
    name: 'MatineeEventsLate',
    severity: 'warning',
    expr: 'histogram_quantile(0.95, sum by (instance, le) (rate(matinee_event_delivery_seconds_bucket[5m]))) > 1',
    for: '5m',
    summary: 'What happens in rooms reaches people of {{ $labels.instance }} {{ $value | humanizeDuration }} late.',
  },
  {
    name: 'MatineeViewersApart',
    severity: 'warning',
    expr:
      'histogram_quantile(0.5, sum by (le) (rate(matinee_viewer_offset_seconds_bucket{figure="p95"}[10m]))) > 1' +
      ' and on () sum(matinee_viewers{state="playing"}) > 4',
    for: '10m',
    summary: 'Half of the viewers are {{ $value | humanizeDuration }} and more off their room again and again.',
  },
  {
    name: 'MatineeViewersStall',
    severity: 'warning',
    expr:
      'sum(rate(matinee_viewer_stalled_seconds_total[10m])) > 0.1 * sum(matinee_viewers)' +
      ' and on () sum(matinee_viewers) > 4',
    for: '10m',
    summary: 'Viewers wait for data for more than a tenth of the time.',
  },
  {
    name: 'MatineeConversionsRefused',
    severity: 'warning',
    expr: 'sum by (instance) (increase(matinee_conversions_ended_total{reason=~"no_place|failed"}[15m])) > 3',
    summary: '{{ $value }} conversions of films found no place, or failed, on {{ $labels.instance }}.',
  },
  {
    name: 'MatineeSignInsQueue',
    severity: 'warning',
    expr: 'min_over_time(matinee_passwords_waiting[2m]) > 32',
    summary: '{{ $value }} passwords and more wait to be checked on {{ $labels.instance }}.',
  },
  {
    name: 'MatineeMailFails',
    severity: 'warning',
    expr: 'sum(increase(matinee_mails_total{outcome=~"retried|refused|expired"}[30m])) > 3 or max(matinee_mails_waiting) > 50',
    for: '10m',
    summary: 'Mails cannot be handed over.',
    faults: ['Mail cannot be handed over'],
  },
];

export const alertGroups: Readonly<Record<string, readonly Alert[]>> = {
  'matinee-processes': down,
  'matinee-stores': stores,
  'matinee-work': port,
  'matinee-people': people,
};

export const alerts: readonly Alert[] = Object.values(alertGroups).flat();

/** The page that the alert links to: a heading of the guide, in the tree of this version. */
export const runbookOf = ({ name }: Alert) => `docs/guide/monitoring.md#${name.toLowerCase()}`;
