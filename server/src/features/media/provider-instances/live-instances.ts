import { ProviderInstanceFault } from '@matinee/contract/gen/service/provider/provider_instances_pb.ts';
import { type Channel, ChannelFailed, type ChannelTarget, openChannel } from '../../../drivers/grpc-client/channel.ts';
import type { OutgoingGuard } from '../../../drivers/outgoing/guard.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { logFailedWork } from '../../../kernel/failed-work.ts';
import type { Part } from '../../../kernel/lifecycle.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Random } from '../../../kernel/random.ts';
import { SealError, type Sealer } from '../../../kernel/sealing.ts';
import type { Database } from '../../../store/database.ts';
import type { StoredEvent } from '../../../store/events/event.ts';
import type { Relay } from '../../../store/events/relay.ts';
import type { Subscription } from '../../../store/events/subscription.ts';
import { readAddress } from './address.ts';
import { Unfit } from './asking.ts';
import { Link } from './link.ts';
import { instanceErrors } from './provider-instances.errors.ts';
import { type InstanceRow, type InstanceTables, listInstances } from './provider-instances.store.ts';

export interface LiveParts {
  readonly db: Database;
  readonly relay: Relay;
  readonly sealer: Sealer;
  readonly guard: OutgoingGuard;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** Topic of the events about changes of instances, for every replica. */
export const instanceTopic = 'provider-instances';
/**
 * Kind of the event that makes every replica reconnect; its payload is the instance's name. After any other kind,
 * replicas read the rows.
 */
export const reconnectKind = 'reconnect';

export function sealContext(name: string): string {
  return `provider instance:${name}`;
}

interface Live {
  readonly row: InstanceRow;
  /** Undefined: it is disabled. */
  readonly link: Link | undefined;
}

/** The stored instances, with this process's connections to them. [PI5] */
export interface LiveInstances extends Part {
  all(): readonly Live[];
  find(name: string): Live | undefined;
  /**
   * The connection to an enabled instance. @throws AppError `provider_instances.unavailable`, also for an instance that
   * is gone.
   */
  linkTo(name: string): Link;
  /** Reads the rows. Resolves when all changed instances have been checked. */
  refresh(): Promise<void>;
  /** Checks an instance with unsaved settings; `name` decrypts its secret. */
  try(row: InstanceRow): Promise<Link>;
}

export function makeLiveInstances(parts: LiveParts): LiveInstances {
  const { db, relay, log } = parts;
  let instances = new Map<string, Live>();
  let running: Promise<void> = Promise.resolve();
  let subscription: Subscription | undefined;

  async function load(): Promise<void> {
    const rows = await listInstances(db.query<InstanceTables>());
    const before = instances;
    const { next, attempts } = connectChanged(rows, before, parts);
    instances = next;
    for (const [name, { link }] of before) if (instances.get(name)?.link !== link) link?.close();
    await Promise.all(attempts);
  }

  /** Reads run one after another, so that an older one never finishes last. */
  function refresh(): Promise<void> {
    running = running.catch(() => undefined).then(load);
    return running;
  }
  const refreshSoon = () =>
    void refresh().catch((err) => logFailedWork(log, err, 'provider instances could not be read'));

  function hear(events: readonly StoredEvent[]): void {
    for (const { kind, payload } of events)
      if (kind === reconnectKind) void instances.get(Buffer.from(payload).toString())?.link?.reconnect();
    if (events.some(({ kind }) => kind !== reconnectKind)) refreshSoon();
  }

  return {
    name: 'provider instances',
    all: () => [...instances.values()],
    find: (name) => instances.get(name),
    linkTo(name) {
      const link = instances.get(name)?.link;
      if (!link) throw instanceErrors.unavailable();
      return link;
    },
    refresh,
    async try(row) {
      const link = makeLinkTo(row, parts, undefined);
      await link.reconnect();
      link.close();
      return link;
    },
    async start() {
      subscription = relay.subscribe(instanceTopic, 'now', hear, { onLost: refreshSoon });
      await subscription.ready;
      // The server's start does not wait for unresponsive instances.
      refreshSoon();
    },
    async stop() {
      subscription?.close();
      await running.catch(() => undefined);
      for (const { link } of instances.values()) link?.close();
    },
  };
}

/** Unchanged instances keep their connection; the others connect for the first time. */
function connectChanged(rows: readonly InstanceRow[], before: ReadonlyMap<string, Live>, parts: LiveParts) {
  const attempts: Promise<void>[] = [];
  const next = new Map<string, Live>(
    rows.map((row) => {
      const known = before.get(row.name);
      // The instance may have been deleted and another one added under its name.
      if (known?.row.version === row.version && +known.row.created_at === +row.created_at) return [row.name, known];
      const link = row.is_enabled ? makeLinkTo(row, parts, parts.log) : undefined;
      if (link) attempts.push(link.reconnect());
      return [row.name, { row, link }];
    }),
  );
  return { next, attempts };
}

/** Logs to `log` when the instance begins or ceases to serve. */
function makeLinkTo(row: InstanceRow, parts: LiveParts, log: Log | undefined): Link {
  const { name } = row;
  return new Link({
    open: () => open(row, parts),
    clock: parts.clock,
    random: parts.random,
    onChange: ({ status, fault, detail }) => {
      if (status === 'failing')
        log?.warn({ name, fault: ProviderInstanceFault[fault], detail }, 'a provider instance does not serve');
      else log?.info({ name }, 'a provider instance serves');
    },
  });
}

/** @throws ChannelFailed, Unfit */
async function open(row: InstanceRow, { sealer, guard, clock }: LiveParts): Promise<Channel> {
  return openChannel(targetOf(row, sealer), guard, clock);
}

function targetOf(row: InstanceRow, sealer: Sealer): ChannelTarget {
  const address = readAddress(row.address);
  if (!address) throw new ChannelFailed('unknown_host', row.address);
  return {
    ...address,
    isPlaintext: row.is_plaintext,
    serverName: row.tls_server_name,
    ca: row.tls_ca,
    secret: secretOf(row, sealer),
  };
}

function secretOf({ name, sealed_secret }: InstanceRow, sealer: Sealer): string {
  if (sealed_secret === null) return '';
  try {
    return sealer.open(sealed_secret, sealContext(name));
  } catch (cause) {
    if (cause instanceof SealError)
      throw new Unfit(ProviderInstanceFault.SECRET_LOST, `the stored secret ${cause.message}`);
    throw cause;
  }
}
