/** The composition root: the only place where parts are made and wired. */
import { readFileSync } from 'node:fs';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { managementServices, services } from '@matinee/contract/methods.ts';
import { bootstrap } from './bootstrap.ts';
import { makeHttpFetch } from './drivers/http-fetch/http-fetch.ts';
import { makeMailer } from './drivers/mail/mailer.ts';
import { makeProviders } from './drivers/oauth/providers.ts';
import { makeOutgoingGuard } from './drivers/outgoing/guard.ts';
import { makePasswords } from './drivers/passwords/passwords.ts';
import { adminRoomsFeature } from './features/admin-rooms/admin-rooms.feature.ts';
import { adminUsersFeature } from './features/admin-users/admin-users.feature.ts';
import { auditFeature } from './features/audit/audit.feature.ts';
import { bannedError } from './features/bans/banned-error.ts';
import { bansFeature } from './features/bans/bans.feature.ts';
import { blocksFeature } from './features/blocks/blocks.feature.ts';
import { chatFeature } from './features/chat/chat.feature.ts';
import { chatSettings } from './features/chat/chat.settings.ts';
import { closureFeature } from './features/closure/closure.feature.ts';
import { withNotices } from './features/emails/account-notices.ts';
import { type EmailsFeature, emailsFeature } from './features/emails/emails.feature.ts';
import { hearEndings } from './features/endings.ts';
import type { Feature } from './features/feature.ts';
import { guestsFeature } from './features/guests/guests.feature.ts';
import { libraryFeature } from './features/library/library.feature.ts';
import { mailFeature } from './features/mail/mail.feature.ts';
import { mailSettings } from './features/mail/mail.settings.ts';
import { membersFeature } from './features/members/members.feature.ts';
import type { Online } from './features/members/members.port.ts';
import { memberSettings } from './features/members/members.settings.ts';
import { mfaFeature } from './features/mfa/mfa.feature.ts';
import { oauth2Feature } from './features/oauth2/oauth2.feature.ts';
import { oauth2Settings } from './features/oauth2/oauth2.settings.ts';
import { passkeysFeature } from './features/passkeys/passkeys.feature.ts';
import { findRelyingParty } from './features/passkeys/relying-party.ts';
import { passwordsFeature } from './features/passwords/passwords.feature.ts';
import type { Lockout } from './features/passwords/passwords.port.ts';
import { playbackFeature } from './features/playback/playback.feature.ts';
import type { PlaybackPort } from './features/playback/playback.port.ts';
import { proxySettings } from './features/proxy/proxy.settings.ts';
import { registrationsFeature } from './features/registrations/registrations.feature.ts';
import { roomsFeature } from './features/rooms/rooms.feature.ts';
import type { Rooms as RoomsPort } from './features/rooms/rooms.port.ts';
import { roomSettingRules, roomSettings } from './features/rooms/rooms.settings.ts';
import { serverFeature } from './features/server/server.feature.ts';
import { serverSettings } from './features/server/server.settings.ts';
import { serviceStateFeature } from './features/service-state/service-state.feature.ts';
import { sessionsFeature } from './features/sessions/sessions.feature.ts';
import type { SecondFactor } from './features/sessions/sessions.port.ts';
import { sessionSettings } from './features/sessions/sessions.settings.ts';
import { settingsFeature } from './features/settings/settings.feature.ts';
import { streamSettings } from './features/streams/streams.settings.ts';
import { ticketsFeature } from './features/tickets/tickets.feature.ts';
import { usersFeature } from './features/users/users.feature.ts';
import { voiceSettings } from './features/voice/voice.settings.ts';
import type { WatchRoom } from './features/watch-room.ts';
import { watchRoom } from './features/watch-room.ts';
import type { Principal } from './kernel/call.ts';
import type { Clock } from './kernel/clock.ts';
import type { Config } from './kernel/config.ts';
import { splitHostAndPort } from './kernel/config-schemas.ts';
import { makeIds } from './kernel/ids.ts';
import { type Part, type Running, startParts } from './kernel/lifecycle.ts';
import type { Log } from './kernel/log.ts';
import type { Random } from './kernel/random.ts';
import { makeSealer } from './kernel/sealing.ts';
import { loadSecrets, secretsByKey } from './kernel/secrets.ts';
import { SettingsRegistry } from './kernel/settings.ts';
import { wireManagement } from './management.ts';
import { makeRooms } from './realtime/rooms.ts';
import { eventRetention } from './retention.ts';
import { dataDirLock } from './store/data-dir-lock.ts';
import { type DatabaseAddress, openDatabase } from './store/database.ts';
import { embeddedPostgres } from './store/embedded-postgres.ts';
import { memoryKeyValue } from './store/memory-key-value.ts';
import { loadMigrations, type Migration, migrate } from './store/migrations.ts';
import { openOutbox } from './store/outbox.ts';
import { redisKeyValue } from './store/redis-key-value.ts';
import { makeRelay } from './store/relay.ts';
import { type Metrics, makeMetrics } from './transport/call-metrics.ts';
import { makeClientAddress } from './transport/client-address.ts';
import { makeMetricsListener } from './transport/metrics.ts';
import { makePipeline } from './transport/pipeline/pipeline.ts';
import { makeRateLimits, makeRefreshLimit } from './transport/pipeline/rate-limits.ts';
import { makeTransport } from './transport/server.ts';
import { readTls } from './transport/tls-files.ts';
import { makeMessageStream } from './transport/ws/message-stream.ts';
import { makeWebSocketUpgrade } from './transport/ws/upgrade.ts';
import { eventsOf, keyValueBus, publicUrlOf } from './wiring.ts';

/** What a process is started with. */
export interface AppOptions {
  readonly config: Config;
  readonly dataDir: string;
  /** Folder of the built web app; absent: no pages. */
  readonly webRoot?: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Called when an operator stops the server; undefined: within the usual time. Absent: the operator is heard in vain. */
  readonly requestStop?: (deadlineMs: number | undefined) => void;
  /** See `DatabaseOptions`. */
  readonly isGuarded?: boolean;
}

/** A server that answers. */
export interface App {
  readonly port: number;
  /** Where management is served: `unix:/path`, `host:port`. */
  readonly managementAddresses: readonly string[];
  /** Reads the certificates again, for connections from now on. @throws Error when they do not serve; then the old ones stay. */
  renewCertificates(): void;
  /** Set at the first start of a database: the account that was made, with a password that is shown nowhere else. */
  readonly firstAccount: { readonly username: string; readonly password: string } | undefined;
  /** Tells rooms, ends calls in hand, closes everything, within about `deadlineMs`. */
  stop(deadlineMs: number): Promise<void>;
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Settings that decide what somebody may do in a room. */
const standingSettings = [sessionSettings.enableGuest, ...Object.values(memberSettings)].map(({ key }) => key);

/** Declares the settings of all features; gives the live view of each. */
function declareSettings(registry: SettingsRegistry) {
  return {
    server: registry.declare(serverSettings),
    sessions: registry.declare(sessionSettings),
    rooms: registry.declare(roomSettings, roomSettingRules),
    members: registry.declare(memberSettings),
    oauth2: registry.declare(oauth2Settings),
    streams: registry.declare(streamSettings),
    mail: registry.declare(mailSettings),
    voice: registry.declare(voiceSettings),
    chat: registry.declare(chatSettings),
    proxy: registry.declare(proxySettings),
  };
}

/** All settings with their defaults in force: what the reference page and tests of declarations look at. */
export function defaultSettings(): SettingsRegistry {
  const registry = new SettingsRegistry();
  declareSettings(registry);
  return registry;
}

/** What operators may call. */
const managedMethods = new Set(managementServices.flatMap((service) => service.methods));

/** Features with tables, in the order of their foreign keys. */
const migrated = [
  'audit',
  'bans',
  'settings',
  'users',
  'blocks',
  'sessions',
  'mail',
  'emails',
  'mfa',
  'passkeys',
  'registrations',
  'oauth2',
  'rooms',
  'members',
  'library',
  'playback',
  'chat',
];

/** Steps of all features' tables, in the order in which they are applied. */
export async function loadFeatureMigrations(): Promise<readonly Migration[]> {
  const load = (name: string) => loadMigrations(name, new URL(`./features/${name}/`, import.meta.url));
  return (await Promise.all(migrated.map(load))).flat();
}

/** Starts everything in order. @throws Error with a sentence for the operator; what was started is stopped again. */
export async function startApp(options: AppOptions): Promise<App> {
  const { config, dataDir, clock, log } = options;
  const url = config['database.url'];
  const postgres = url === undefined ? embeddedPostgres({ dataDir, log, clock }) : undefined;
  const ground = await startParts([dataDirLock(dataDir), ...(postgres ? [postgres] : [])], clock);
  try {
    const address: DatabaseAddress = postgres ? postgres.address() : { connectionString: url! };
    await migrate(address, await loadFeatureMigrations());
    const service = await startService(options, address);
    return {
      ...service,
      stop: async (deadlineMs) => {
        await service.stop(deadlineMs).finally(() => ground.stop(deadlineMs));
      },
    };
  } catch (cause) {
    await ground.stop(10_000).catch((err) => log.error({ err }, 'stopping failed too'));
    throw cause;
  }
}

async function startService(
  { config, dataDir, webRoot, clock, random, log, isGuarded = false, requestStop = () => undefined }: AppOptions,
  address: DatabaseAddress,
): Promise<App> {
  const secrets = loadSecrets(config, dataDir, random);
  const ids = makeIds(clock, random);
  const db = openDatabase({ connection: address, poolSize: config['database.pool_size'], log, clock, isGuarded });
  const outbox = openOutbox(db);
  const relay = makeRelay({ database: db, outbox, connection: address, log, clock });
  const redisUrl = config['redis.url'];
  const keyValue = redisUrl === undefined ? memoryKeyValue({ clock, log }) : redisKeyValue({ url: redisUrl, log });
  const passwords = makePasswords(secrets.opaqueServerSetup);
  const registry = new SettingsRegistry();
  const settings = declareSettings(registry);
  const realtime = makeRooms({
    events: eventsOf(relay, outbox),
    bus: keyValueBus(keyValue, log, clock),
    clock,
    log,
    replicaId: db.origin,
    newConnectionId: () => ids.make('con'),
    limits: {
      connectionsPerUser: config['limits.connections_per_user'],
      connectionsPerRoom: config['limits.connections_per_room'],
      connectionsPerProcess: config['limits.connections'],
    },
  });
  const metrics = makeMetrics();
  const online: Online = { of: (roomId) => realtime.online(roomId), busiest: () => realtime.busiest() };
  const watch: WatchRoom = watchRoom(realtime);
  // Some parts know each other: playback and library, rooms and what a new room gets, sign-ins and their second factor. These are
  // filled in below.
  const later: {
    playback?: PlaybackPort;
    rooms?: RoomsPort;
    secondFactor?: SecondFactor;
    lockout?: Lockout;
    emails?: EmailsFeature;
  } = {};
  const playback = () => later.playback!;

  const auditing = auditFeature({ db, clock, ids, log });
  const audit = withNotices(auditing.audit, () => later.emails!.notices);
  const banning = bansFeature({ db, clock, ids });
  const { bans } = banning;
  const loginMethods = () => features.flatMap((feature) => feature.loginMethods?.() ?? []);
  const sealer = makeSealer(secrets.credentialEncryption, random);
  const users = usersFeature(db, clock);
  const sessions = sessionsFeature({
    db,
    relay,
    clock,
    random,
    ids,
    users: users.users,
    jwtSecret: secrets.jwt,
    bannedError: (userId) => bannedError(bans, userId),
    audit,
    loginMethods,
    secondFactor: { challenge: (...asked) => later.secondFactor!.challenge(...asked) },
    takeRefresh: config['limits.enabled']
      ? makeRefreshLimit(keyValue, config['limits.rate_factor'])
      : async () => undefined,
    onEnded: (sessionId) => realtime.terminateSession(sessionId),
  });
  const mfa = mfaFeature({
    db,
    keyValue,
    clock,
    random,
    sealer,
    log,
    secret: secrets.opaqueServerSetup,
    users: users.users,
    sessions: sessions.sessions,
    signIns: sessions.signIns,
    audit,
    lockout: () => later.lockout!,
    issuer: () => settings.server.name,
    localFactors: () => features.flatMap((feature) => feature.localFactors ?? []),
    linkedSignIns: () => features.flatMap((feature) => feature.linkedSignIns ?? []),
    providers: () => features.flatMap((feature) => feature.mfaProviders ?? []),
  });
  later.secondFactor = mfa.secondFactor;
  const registrations = registrationsFeature({
    db,
    clock,
    ids,
    users: users.users,
    signIns: sessions.signIns,
    audit,
    notices: { decided: (...told) => later.emails!.reviewNotices.decided(...told) },
    kinds: () => features.flatMap((feature) => feature.credentialKinds ?? []),
  });
  const accountPasswords = passwordsFeature({
    addressFactor: config['limits.enabled'] ? config['limits.rate_factor'] : 10_000,
    db,
    keyValue,
    clock,
    random,
    ids,
    audit,
    verifications: mfa.verifications,
    findByEmail: async (address) => {
      const userId = await later.emails!.emails.findUserId(address);
      return userId === undefined ? undefined : users.users.find(userId);
    },
    passwords,
    users: users.users,
    sessions: sessions.sessions,
    signIns: sessions.signIns,
    registrations: registrations.registrations,
    settings: settings.sessions,
  });
  later.lockout = accountPasswords.passwords.lockout;
  const outgoingGuard = makeOutgoingGuard(config['outbound.allowed_networks']);
  const mailer = makeMailer({ guard: outgoingGuard });
  const mail = mailFeature({
    db,
    relay,
    clock,
    ids,
    log,
    sealer,
    mailer,
    counts: metrics.mail,
    settings: settings.mail,
    server: settings.server,
  });
  const emails = emailsFeature({
    db,
    relay,
    keyValue,
    clock,
    random,
    ids,
    log,
    secret: secrets.opaqueServerSetup,
    users: users.users,
    sessions: sessions.sessions,
    signIns: sessions.signIns,
    registrations: registrations.registrations,
    passwords: accountPasswords.passwords,
    opaque: passwords,
    audit,
    mail: mail.mail,
    guard: mfa.guard,
    verifications: mfa.verifications,
    choices: mfa.choices,
    settings,
    publicUrl: () => publicUrlOf(config, transport.port),
  });
  later.emails = emails;
  const passkeys = passkeysFeature({
    db,
    keyValue,
    clock,
    random,
    ids,
    audit,
    users: users.users,
    sessions: sessions.sessions,
    signIns: sessions.signIns,
    registrations: registrations.registrations,
    verifications: mfa.verifications,
    guard: mfa.guard,
    settings: settings.sessions,
    relyingParty: () =>
      findRelyingParty({
        origin: config['webauthn.rp_origin'],
        id: config['webauthn.rp_id'],
        isDevelopment: config['server.mode'] === 'development',
        hasTls: config['server.tls_certificate'] !== undefined,
        port: transport.port,
      }),
    serverName: () => settings.server.name,
  });
  const outgoing = makeHttpFetch({ guard: outgoingGuard });
  const oauth2 = oauth2Feature({
    db,
    keyValue,
    clock,
    random,
    ids,
    log,
    audit,
    users: users.users,
    sessions: sessions.sessions,
    signIns: sessions.signIns,
    registrations: registrations.registrations,
    guard: mfa.guard,
    providers: makeProviders(outgoing.fetch, clock),
    settings: settings.oauth2,
    publicOrigins: () => publicOrigins(config, transport.port),
  });
  const members = membersFeature(
    { db, clock, settings: settings.members, online, bans, guestsEnabled: () => settings.sessions.enableGuest },
    watch,
  );
  const guests = guestsFeature({ members: members.members, jwtSecret: secrets.jwt, clock, ids });
  const library = libraryFeature(
    { db, clock, ids, onMediaDeleted: (tx, roomId, mediaIds) => playback().onMediaDeleted(tx, roomId, mediaIds) },
    watch,
  );
  const rooms = roomsFeature(
    {
      db,
      clock,
      ids,
      passwords,
      online,
      keyValue,
      bans,
      members: members.members,
      settings,
      nowPlaying: { of: (roomIds) => playback().nowPlaying(roomIds) },
      onCreated: async (tx, roomId, creatorId) => {
        await library.library.createRoot(tx, roomId, creatorId);
        await playback().createState(tx, roomId);
      },
    },
    watch,
  );
  const playing = playbackFeature(
    {
      db,
      clock,
      random,
      log,
      library: library.library,
      rooms: rooms.rooms,
      roundTripP90: (roomId) => realtime.roundTripP90(roomId),
      audience: (roomId) => realtime.audience(roomId),
      watchers: (roomId) => realtime.watchers(roomId),
    },
    watch,
  );
  later.playback = playing.playback;
  const latestSequence = async (roomId: string) => (await outbox.range(roomId)).latest;
  const chat = chatFeature(
    { db, clock, ids, log, rooms: rooms.rooms, playback: playing.playback, settings: settings.chat, latestSequence },
    watch,
  );
  const tickets = ticketsFeature({ keyValue, sessions: sessions.sessions, clock, random });
  const runtimeSettings = settingsFeature({ db, relay, registry, sealer, audit, clock, version, log });
  const closure = closureFeature({
    db,
    clock,
    audit,
    users: users.users,
    sessions: sessions.sessions,
    members: members.members,
    rooms: rooms.care,
    verifications: mfa.verifications,
  });
  const adminUsers = adminUsersFeature({
    closing: closure.closing,
    db,
    clock,
    log,
    ids,
    bans,
    audit,
    users: users.users,
    emails: emails.emails,
    sessions: sessions.sessions,
    passwords: accountPasswords.passwords,
    members: members.members,
    rooms: rooms.care,
    onErased: async (tx, userId, heirId) => {
      for (const feature of features) await feature.onUserErased?.(tx, userId, heirId);
    },
  });
  const adminRooms = adminRoomsFeature({
    db,
    rooms: rooms.care,
    members: members.members,
    users: users.users,
    online,
    bans,
    audit,
  });
  const serviceState = serviceStateFeature({
    db,
    keyValue,
    keyValueKind: redisUrl === undefined ? 'memory' : 'redis',
    clock,
    log,
    version,
    online,
    replicaId: db.origin,
    connectionCount: () => realtime.connectionCount,
  });
  const features: Feature[] = [
    auditing,
    banning,
    runtimeSettings,
    serverFeature({ clock, version, settings, loginMethods }),
    users,
    closure,
    blocksFeature({ db, clock, users: users.users }),
    sessions,
    mfa,
    mail,
    emails,
    registrations,
    accountPasswords,
    passkeys,
    oauth2,
    members,
    guests,
    rooms,
    library,
    playing,
    chat,
    tickets,
    adminUsers,
    adminRooms,
    serviceState,
  ];

  const authenticate = (bearer: string): Promise<Principal> =>
    guests.guests.isGuestToken(bearer) ? guests.guests.authenticate(bearer) : sessions.sessions.authenticate(bearer);
  metrics.gauge('matinee_realtime_connections', 'Connections to rooms.', () => realtime.connectionCount);
  const bindings = features.flatMap((feature) => feature.bindings ?? []);
  const access = { authenticate, findStanding: members.members.findStanding };
  const pipeline = makePipeline({
    bindings,
    opened: [RoomService.method.messageStream],
    access,
    takeBudget: config['limits.enabled']
      ? makeRateLimits(keyValue, config['limits.rate_factor'])
      : async () => undefined,
    clock,
    log,
    observe: metrics.observeCall,
  });
  realtime.wire({
    pipeline,
    findStanding: async (principal, roomId) => {
      const standing = await members.members.findStanding(principal, roomId);
      // A sign-in that ended while its socket was being opened is told to nobody. [SE9]
      if (standing && principal.kind === 'user')
        await sessions.sessions.resume(principal.sessionId, principal.expiresAtMs);
      return standing;
    },
    resources: features.flatMap((feature) => feature.resources ?? []),
    signals: Object.assign({}, ...features.map((feature) => feature.signals)),
  });
  registry.onChange(standingSettings, realtime.checkEverybody);

  const tls = readTls(config);
  const clientAddress = makeClientAddress(config['server.trusted_proxies']);
  const allowedOrigins = () => config['server.cors_allowed_origins'];
  // Load balancers look elsewhere from the first moment of a stop on.
  let isStopping = false;
  const accepting = async () => {
    if (isStopping) throw new Error('stopping');
  };
  const readiness: Part = {
    name: 'readiness',
    async stop() {
      isStopping = true;
    },
  };
  const transport = makeTransport({
    pipeline,
    services,
    version,
    webRoot,
    allowedOrigins,
    tls,
    clock,
    log,
    host: config['server.host'],
    port: config['server.port'],
    trustProxy: config['server.trusted_proxies'],
    checks: { database: () => db.ping(), key_value_store: () => keyValue.ping(), accepting },
    bidi: new Map([[RoomService.method.messageStream, makeMessageStream(realtime)]]),
    onUpgrade: makeWebSocketUpgrade({
      pipeline,
      rooms: realtime,
      takeTicket: tickets.tickets.take,
      allowedOrigins,
      clientAddress,
      clock,
    }),
  });
  const management = await wireManagement({
    config,
    dataDir,
    version,
    db,
    address,
    clock,
    log,
    secrets: secretsByKey(secrets),
    presence: realtime,
    publicPort: () => transport.port,
    requestStop,
    makePipeline: (own) =>
      makePipeline({
        bindings: [...bindings, ...own].filter(({ method }) => managedMethods.has(method)),
        opened: [],
        access,
        takeBudget: async () => undefined,
        clock,
        log,
        observe: metrics.observeCall,
      }),
  });
  const firstAccount = await bootstrap({
    db,
    settings: runtimeSettings,
    users: users.users,
    passwords,
    config,
    random,
    ids,
  });
  const { name, start, stop } = realtime;
  const running: Running = await startParts(
    [
      { name: 'database', stop: () => db.close() },
      relay,
      keyValue,
      { name: 'outgoing requests', stop: () => outgoing.close() },
      passwords,
      eventRetention(outbox, clock, log),
      ...features.flatMap((feature) => feature.parts ?? []),
      hearEndings(relay, realtime),
      { name, start: () => start!() },
      ...metricsListener(config, metrics),
      transport,
      ...(management ? [management] : []),
      // Stops before the transport: people in rooms are told while their sockets still stand.
      { name, stop: (deadline) => stop!(deadline) },
      readiness,
    ],
    clock,
  );
  return {
    port: transport.port,
    managementAddresses: management?.addresses ?? [],
    renewCertificates: () => {
      const renewed = readTls(config);
      if (renewed) transport.renewTls(renewed);
    },
    firstAccount,
    stop: (deadlineMs) => running.stop(deadlineMs),
  };
}

/** Origins under which people reach the web app: the one that is configured, else where a server on this machine listens. */
function publicOrigins(config: Config, port: number): string[] {
  const origin = publicUrlOf(config, port);
  return config['server.mode'] === 'production' ? [origin] : [origin, `http://127.0.0.1:${port}`];
}

function metricsListener(config: Config, metrics: Metrics): Part[] {
  const address = config['management.metrics_address'];
  if (address === undefined) return [];
  const { host, port } = splitHostAndPort(address)!;
  return [makeMetricsListener(metrics.registry, host, port)];
}
