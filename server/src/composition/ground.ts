import type { Passwords } from '../drivers/passwords/passwords.ts';
import type { Feature } from '../features/feature.ts';
import type { Online } from '../features/members/members.port.ts';
import type { WatchRoom } from '../features/watch-room.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Config } from '../kernel/config/config.ts';
import type { Secrets } from '../kernel/config/secrets.ts';
import type { Ids } from '../kernel/ids.ts';
import type { Log } from '../kernel/log.ts';
import type { Random } from '../kernel/random.ts';
import type { Sealer } from '../kernel/sealing.ts';
import type { SettingsRegistry } from '../kernel/settings/settings.ts';
import type { Realtime } from '../realtime/realtime.ts';
import type { Database } from '../store/database.ts';
import type { Outbox } from '../store/events/outbox.ts';
import type { Relay } from '../store/events/relay.ts';
import type { KeyValue } from '../store/key-value/key-value.ts';
import type { Metrics } from '../transport/call-metrics.ts';
import type { LiveSettings } from './declared-settings.ts';

/** What features stand on. */
export interface Ground {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly version: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly log: Log;
  readonly db: Database;
  readonly outbox: Outbox;
  readonly relay: Relay;
  /** Every driver goes through this: in tests its methods are refused inside of a write. [ST29] */
  readonly outside: <P extends object>(name: string, driver: P) => P;
  readonly keyValue: KeyValue;
  readonly passwords: Passwords;
  readonly sealer: Sealer;
  readonly registry: SettingsRegistry;
  readonly settings: LiveSettings;
  readonly realtime: Realtime;
  readonly metrics: Metrics;
  readonly online: Online;
  readonly watch: WatchRoom;
  /** The public port; known once the server listens. */
  readonly port: () => number;
  /** All features, for those that ask the others; complete before the first call. */
  readonly features: () => readonly Feature[];
}
