/** What the dashboard shows: a row for each question, with its panels. */

export interface Panel {
  readonly title: string;
  /** What to see in it. */
  readonly description: string;
  /** Unit as Grafana names it. */
  readonly unit: 'short' | 's' | 'bytes' | 'Bps' | 'bps' | 'percentunit' | 'ops' | 'reqps';
  /** One number instead of a curve. */
  readonly isNumber?: boolean;
  readonly isStacked?: boolean;
  /** Expressions by their legend. `$of` stands for the selector of what is chosen above the dashboard. */
  readonly queries: Readonly<Record<string, string>>;
}

const quantiles = (histogram: string, over: readonly number[], by = '') =>
  Object.fromEntries(
    over.map((quantile) => [
      `p${quantile * 100}${by === '' ? '' : ` {{${by}}}`}`,
      `histogram_quantile(${quantile}, sum by (${by === '' ? 'le' : `${by}, le`}) (rate(${histogram}_bucket{$of}[$__rate_interval])))`,
    ]),
  );
const rate = (counter: string) => `sum(rate(${counter}{$of}[$__rate_interval]))`;
const rateBy = (label: string, counter: string) => `sum by (${label}) (rate(${counter}{$of}[$__rate_interval]))`;
const sum = (gauge: string) => `sum(${gauge}{$of})`;
const each = (gauge: string) => `${gauge}{$of}`;

const people: readonly Panel[] = [
  number('Rooms', 'Rooms with people in them, counted on each process.', sum('matinee_rooms_online')),
  number('People', 'People with a connection, counted on each process.', sum('matinee_people_online')),
  number('Connections', 'Open pages and devices.', sum('matinee_realtime_connections')),
  number('Speaking', 'People in voice calls.', sum('matinee_voice_participants')),
  {
    title: 'Viewers by state',
    description: 'What their players do. Stalled: the player waits for data. Blocked: the browser wants a click first.',
    unit: 'short',
    isStacked: true,
    queries: { '{{state}}': 'sum by (state) (matinee_viewers{$of})' },
  },
  {
    title: 'Viewers by way',
    description: 'How the bytes of films come: from their own server, through Matinee, from one another, converted.',
    unit: 'short',
    isStacked: true,
    queries: { '{{way}}': 'sum by (way) (matinee_viewers{$of})' },
  },
];

const inStep: readonly Panel[] = [
  {
    title: 'Out of sync',
    description: 'How far viewers are from where the room is. Within 0.08 s is in sync.',
    unit: 's',
    queries: {
      'half of the viewers': quantileOf(0.5, 'p50'),
      'nine of ten': quantileOf(0.9, 'p50'),
      'nine of ten, at their worst': quantileOf(0.9, 'p95'),
    },
  },
  {
    title: 'Without data',
    description: 'Share of the time of viewers in which their players wait for data.',
    unit: 'percentunit',
    queries: { waiting: `${rate('matinee_viewer_stalled_seconds_total')} / ${sum('matinee_viewers')}` },
  },
  {
    title: 'Stalls',
    description: 'How often players run out of data, over all viewers.',
    unit: 'ops',
    queries: { stalls: rate('matinee_viewer_stalls_total') },
  },
  {
    title: 'Rooms that wait',
    description: 'For how long rooms hold the film for people without data.',
    unit: 's',
    queries: quantiles('matinee_wait_seconds', [0.5, 0.95]),
  },
];

const work: readonly Panel[] = [
  {
    title: 'From commit to sent',
    description: 'How long it takes until those in a room are sent what was stored.',
    unit: 's',
    queries: quantiles('matinee_event_delivery_seconds', [0.5, 0.95, 0.99]),
  },
  {
    title: 'Connections that were ended',
    description: 'By the server, with the reason that it told. Too slow: the client did not read.',
    unit: 'ops',
    queries: { '{{reason}}': rateBy('reason', 'matinee_connections_ended_total') },
  },
  {
    title: 'Calls',
    description: 'By outcome, over all transports.',
    unit: 'reqps',
    isStacked: true,
    queries: { '{{code}}': rateBy('code', 'matinee_calls_total') },
  },
  {
    title: 'Time of calls',
    description: 'From the request to the answer.',
    unit: 's',
    queries: quantiles('matinee_call_duration_seconds', [0.5, 0.99], 'transport'),
  },
  {
    title: 'Port',
    description: 'Connections of the public port, beside how many it may have (0: unknown).',
    unit: 'short',
    queries: {
      'open {{instance}}': each('matinee_port_connections'),
      'limit {{instance}}': each('matinee_port_connections_limit'),
      'refused in a second': rate('matinee_port_connections_refused_total'),
    },
  },
  {
    title: 'Timers that failed',
    description: 'Should stay 0.',
    unit: 'ops',
    queries: { '{{instance}}': rateBy('instance', 'matinee_timer_failures_total') },
  },
];

const stores: readonly Panel[] = [
  {
    title: 'Connections to the database',
    description: 'Those in use beside the limit of the pool. What waits should be 0 nearly always.',
    unit: 'short',
    queries: {
      'in use {{instance}}': each('matinee_database_connections_in_use'),
      'open {{instance}}': each('matinee_database_connections'),
      'limit {{instance}}': each('matinee_database_connections_limit'),
      'waiting {{instance}}': each('matinee_database_waiting'),
    },
  },
  {
    title: 'Time of statements',
    description: 'Until the database answered.',
    unit: 's',
    queries: quantiles('matinee_database_statement_seconds', [0.5, 0.95, 0.99]),
  },
  {
    title: 'Reachable',
    description: '1 while the database, and Redis, can be reached.',
    unit: 'short',
    queries: {
      'database {{instance}}': each('matinee_database_up'),
      'Redis {{instance}}': each('matinee_key_value_store_up'),
    },
  },
  {
    title: 'Clock',
    description: 'How far the time of each process is from that of the database.',
    unit: 's',
    queries: { '{{instance}}': each('matinee_clock_deviation_seconds') },
  },
];

const media: readonly Panel[] = [
  {
    title: 'Sent bytes',
    description: 'Films that pass through the server, pictures and files.',
    unit: 'Bps',
    isStacked: true,
    queries: { '{{route}}': rateBy('route', 'matinee_sent_bytes_total') },
  },
  {
    title: 'Slice cache: hits',
    description: 'Share of slices that were on disk.',
    unit: 'percentunit',
    queries: {
      hits: `${rate('matinee_slice_cache_hits_total')} / (${rate('matinee_slice_cache_hits_total')} + ${rate('matinee_slice_cache_misses_total')})`,
    },
  },
  {
    title: 'Slice cache: bytes',
    description: 'On disk, beside the limit, and slices that gave way.',
    unit: 'bytes',
    queries: {
      'slices {{instance}}': each('matinee_slice_cache_bytes'),
      'limit {{instance}}': each('matinee_slice_cache_bytes_limit'),
      'converted {{instance}}': each('matinee_conversion_bytes'),
    },
  },
  {
    title: 'Slices that gave way',
    description: 'Many: the cache is too small for what people watch.',
    unit: 'ops',
    queries: { evicted: rate('matinee_slice_cache_evictions_total') },
  },
  {
    title: 'Conversions',
    description: 'Processes of ffmpeg, films that they convert, and who waits for a place.',
    unit: 'short',
    queries: {
      processes: sum('matinee_conversion_processes'),
      films: sum('matinee_converted_films'),
      waiting: sum('matinee_conversions_waiting'),
    },
  },
  {
    title: 'Conversions that ended',
    description: 'No place: nothing was free. Failed: ffmpeg could not.',
    unit: 'ops',
    queries: { '{{reason}}': rateBy('reason', 'matinee_conversions_ended_total') },
  },
  {
    title: 'Live streams',
    description: 'On the air, and their viewers as HTTP-FLV, HLS and WebRTC.',
    unit: 'short',
    queries: {
      streams: sum('matinee_live_streams'),
      FLV: sum('matinee_live_stream_readers'),
      HLS: sum('matinee_live_stream_hls_viewers'),
      WebRTC: sum('matinee_whep_viewers'),
    },
  },
  {
    title: 'Bit rate of live streams',
    description: 'What encoders send, and what processes read from one another, all together.',
    unit: 'bps',
    queries: {
      received: `8 * ${rate('matinee_live_stream_bytes_total')}`,
      'between processes': `8 * ${rate('matinee_stream_relay_bytes_total')}`,
    },
  },
  {
    title: 'Live streams of other processes',
    description: 'Read now, and how often such a reading has begun.',
    unit: 'short',
    queries: { read: sum('matinee_stream_relays'), 'begun a second': rate('matinee_stream_relays_total') },
  },
  {
    title: 'Smaller versions of live streams',
    description: 'Coded now by ffmpeg, a process each.',
    unit: 'short',
    queries: { coded: sum('matinee_stream_rungs') },
  },
  {
    title: 'Live streams from browsers',
    description: 'Sent now by WHIP, each received by a thread of its own.',
    unit: 'short',
    queries: { sent: sum('matinee_whip_sessions') },
  },
  {
    title: 'Addresses for SRT',
    description: 'At which encoders are waited for, or send, by an ffmpeg each.',
    unit: 'short',
    queries: { open: sum('matinee_srt_listeners') },
  },
  {
    title: 'Live streams by WebRTC',
    description: 'Viewers by WHEP now, and the streams that they watch, each sent by a thread of its own.',
    unit: 'short',
    queries: { viewers: sum('matinee_whep_viewers'), streams: sum('matinee_whep_streams') },
  },
  {
    title: 'Live streams from elsewhere',
    description: 'Pulled now, by the state of their sources, and how often a source failed or ended.',
    unit: 'short',
    queries: {
      '{{state}}': 'sum by (state) (matinee_stream_pulls{$of})',
      'failed a second: {{fault}}': 'sum by (fault) (rate(matinee_stream_pull_faults_total{$of}[$__rate_interval]))',
    },
  },
  {
    title: 'Films from disks of members',
    description: 'Pages that give a film from a disk to their room.',
    unit: 'short',
    queries: { pages: sum('matinee_member_file_pages') },
  },
  {
    title: 'Recordings of live streams',
    description: 'Under way now, and their megabytes a second.',
    unit: 'short',
    queries: {
      recordings: sum('matinee_stream_recordings'),
      'megabytes a second': `${rate('matinee_stream_recording_bytes_total')} / 1000000`,
    },
  },
  {
    title: 'Past of live streams',
    description: 'What rooms can go back in, on the disks of the processes that take the streams.',
    unit: 'bytes',
    queries: { bytes: sum('matinee_live_past_bytes') },
  },
  {
    title: 'Between peers',
    description: 'Places in swarms, and the share of viewers whose bytes come from others.',
    unit: 'short',
    queries: {
      places: sum('matinee_swarm_places'),
      'viewers from peers': 'sum(matinee_viewers{way="peers",$of})',
    },
  },
  {
    title: 'Films that were read',
    description: 'About which something was found out, and about which not.',
    unit: 'ops',
    queries: { read: rate('matinee_films_read_total'), unread: rate('matinee_films_unread_total') },
  },
  {
    title: 'Pictures of films',
    description:
      'Covers in files, posters from the catalogue, frames that were taken, and films whose picture could not be sought.',
    unit: 'ops',
    queries: {
      covers: rate('matinee_film_covers_total'),
      posters: rate('matinee_film_posters_total'),
      frames: rate('matinee_film_frames_total'),
      failed: rate('matinee_film_pictures_failed_total'),
    },
  },
  {
    title: 'Questions to other servers',
    description: 'What providers of media asked, by provider and outcome.',
    unit: 'ops',
    queries: { '{{provider}} {{outcome}}': rateBy('provider, outcome', 'matinee_media_provider_questions_total') },
  },
  {
    title: 'Time of other servers',
    description: 'Until they answered or failed.',
    unit: 's',
    queries: quantiles('matinee_media_provider_question_seconds', [0.95], 'provider'),
  },
  {
    title: 'Provider instances',
    description: 'Enabled and serving, with their questions and failures.',
    unit: 'short',
    queries: {
      enabled: `max(${each('matinee_provider_instances')})`,
      serving: `min(${each('matinee_provider_instances_serving')})`,
      'questions in a second': rate('matinee_provider_instance_calls_total'),
      'failures in a second': rate('matinee_provider_instance_failures_total'),
    },
  },
];

const rest: readonly Panel[] = [
  number('Age of the last backup', 'Of the last good one.', `min(${each('matinee_backup_age_seconds')})`, 's'),
  number('Mails that wait', 'In the outbox.', `max(${each('matinee_mails_waiting')})`),
  {
    title: 'Sign-ins that wait',
    description: 'Passwords in the queue. At 128 the next is refused.',
    unit: 'short',
    queries: { '{{instance}}': each('matinee_passwords_waiting') },
  },
  {
    title: 'Mails',
    description: 'By outcome.',
    unit: 'ops',
    queries: { '{{outcome}}': rateBy('outcome', 'matinee_mails_total') },
  },
  {
    title: 'Memory',
    description: 'Of each process, and of its heap.',
    unit: 'bytes',
    queries: {
      'process {{instance}}': each('process_resident_memory_bytes'),
      'heap {{instance}}': each('nodejs_heap_size_used_bytes'),
    },
  },
  {
    title: 'Processor',
    description: 'Cores that each process takes; its event loop has one.',
    unit: 'short',
    queries: { '{{instance}}': rateBy('instance', 'process_cpu_seconds_total') },
  },
  {
    title: 'Event loop',
    description: 'How late it is, at the 99th percentile.',
    unit: 's',
    queries: { '{{instance}}': each('nodejs_eventloop_lag_p99_seconds') },
  },
  {
    title: 'Open files',
    description: 'Beside their limit.',
    unit: 'short',
    queries: { 'open {{instance}}': each('process_open_fds'), 'limit {{instance}}': each('process_max_fds') },
  },
];

export const rows: Readonly<Record<string, readonly Panel[]>> = {
  'Who is here': people,
  'In sync': inStep,
  'Calls and events': work,
  'Database and Redis': stores,
  'Films, streams, peers': media,
  'Backups, mail, processes': rest,
};

function number(title: string, description: string, expression: string, unit: Panel['unit'] = 'short'): Panel {
  return { title, description, unit, isNumber: true, queries: { [title]: expression } };
}

function quantileOf(quantile: number, figure: string): string {
  const bucket = `matinee_viewer_offset_seconds_bucket{figure="${figure}",$of}`;
  return `histogram_quantile(${quantile}, sum by (le) (rate(${bucket}[$__rate_interval])))`;
}
