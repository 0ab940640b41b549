import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, startApp } from '@matinee/server/app.ts';
import { loadFeatureMigrations } from '@matinee/server/composition/tables/feature-migrations.ts';
import { makeFfmpegFinder } from '@matinee/server/drivers/ffmpeg/ffmpeg.ts';
import { makePasswords, type Passwords } from '@matinee/server/drivers/passwords/passwords.ts';
import { leastStretching, type Stretching, suiteStretching } from '@matinee/server/drivers/passwords/stretching.ts';
import { type Clock, systemClock } from '@matinee/server/kernel/clock.ts';
import { readConfig } from '@matinee/server/kernel/config/config.ts';
import { makeLog } from '@matinee/server/kernel/log.ts';
import { systemRandom } from '@matinee/server/kernel/random.ts';
import type { DatabaseAddress } from '@matinee/server/store/database-address.ts';
import { migrate } from '@matinee/server/store/migrations.ts';
import pg from 'pg';
import type { ClientOptions } from 'ws';
import { makeAccounts } from './accounts/accounts.ts';
import type { TestUser } from './accounts/test-user.ts';
import type { ContractAnswer, ContractCall } from './contract-call.ts';
import { GrpcClient } from './grpc-client.ts';
import type { SmtpCatch } from './outside/smtp-catch.ts';
import { type DatabaseTemplate, freshDatabase } from './postgres.ts';
import { callRest, type HttpCall, http } from './rest-client.ts';
import { openSocket, type TestSocket } from './socket-client.ts';

export type { TestUser };

/** Password of every account that tests make. */
export const testPassword = 'Correct-horse-7';
/** Signs the access tokens of test servers. */
export const testJwtSecret = 'a key that signs the tokens of tests, nothing more';
/** The root of the password records of test servers. */
const testSetupSecret = 'the root of the password records of tests';
const testSecrets = { jwtSecret: testJwtSecret, setupSecret: testSetupSecret, password: testPassword };
/** Seals the stored secrets of test servers, the same for replicas. */
const testEncryptionKey = '00112233445566778899aabbccddeeff'.repeat(2);

interface TestServerOptions {
  /** Startup configuration that overrides the one for tests. undefined removes a key. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Runtime settings, in addition to password sign-up. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly clock?: Clock;
  /** See `AppOptions`. */
  readonly followsDatabaseTime?: boolean;
  /** Folder of the built web app; absent: no pages. */
  readonly webRoot?: string;
  /** Default: that of the suite with a web app, whose stretching is fixed, else the least. */
  readonly stretching?: Stretching;
  /** See `AppOptions`. */
  readonly sites?: Readonly<Record<string, string>>;
  /** The SMTP server that gets the mail. */
  readonly smtp?: SmtpCatch;
  /** Address of another server's database, for replicas. */
  readonly database?: DatabaseAddress;
  /** Called when an operator stops the server. */
  readonly requestStop?: (deadlineMs: number | undefined) => void;
}

/** The real application in this process, with its own port and its own database. */
export interface TestServer {
  readonly app: App;
  readonly url: string;
  readonly dataDir: string;
  readonly database: DatabaseAddress;
  http(call: HttpCall): ReturnType<typeof http>;
  rest(call: ContractCall): Promise<ContractAnswer>;
  /** Like `rest`, for steps that must work. @throws Error when the call is refused. */
  ok(call: ContractCall): Promise<ContractAnswer['json']>;
  readonly grpc: GrpcClient;
  socket(room: string, token: string | undefined, options?: ClientOptions & { query?: string }): Promise<TestSocket>;
  /** Runs SQL in the server's database, for states that no method of the contract can cause. */
  sql(text: string, values?: unknown[]): Promise<unknown[]>;
  /** Makes an account. The name gets a suffix that makes it unique. */
  signUp(name?: string): Promise<TestUser>;
  /** Makes an account with exactly this name, for servers that only one file of tests uses. */
  signUpAs(name: string): Promise<TestUser>;
  /** Signs an account in again. Without a name: the first account, which has the role root. */
  signIn(username?: string): Promise<TestUser>;
  /** The code in the next mail to an address. */
  mailedCode(address: string): Promise<string>;
  /** May be called again. */
  stop(): Promise<void>;
}

let count = 0;

/** The ffmpeg of this machine, for all servers of this process: looking for it takes a tenth of a second of a core. */
const usualFfmpeg = makeFfmpegFinder(undefined);

type PasswordThreads = Passwords & { readonly name: string };

const passwordThreads = new Map<string, PasswordThreads>();

/** The threads of passwords for all servers of this process, with which they end: each starts in a fifth of a second. */
function passwordsWith(stretching: Stretching): PasswordThreads {
  const key = JSON.stringify(stretching);
  const running = passwordThreads.get(key);
  if (running) return running;
  const started = { ...makePasswords(testSetupSecret, stretching), stop: async () => undefined };
  passwordThreads.set(key, started);
  return started;
}

/** A database with all tables, empty. */
const migrated: DatabaseTemplate = {
  name: 'migrated',
  prepare: async (address) => migrate(address, await loadFeatureMigrations()),
};

/** A database in which a server has started once. It has only the first account and the settings of tests. */
const begun = (stretching: Stretching): DatabaseTemplate => ({
  name: `begun with ${JSON.stringify(stretching)}`,
  prepare: async (database) => {
    await migrated.prepare(database);
    const server = await startTestServer({ database, stretching });
    await server.stop();
  },
});

/** True for servers that write the usual data into the database at their first start. */
function isUsual({ settings, smtp, clock, config = {} }: TestServerOptions): boolean {
  const decides = /^(bootstrap\.|credential_encryption_key|database\.)/;
  return !settings && !smtp && !clock && !Object.keys(config).some((key) => decides.test(key));
}

/** Starts a server: keys in memory, a silent log, password sign-up allowed, limits too high to matter. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { stretching = options.webRoot === undefined ? leastStretching : suiteStretching } = options;
  const database = options.database ?? (await freshDatabase(isUsual(options) ? begun(stretching) : migrated));
  const dataDir = mkdtempSync(join(tmpdir(), 'matinee-server-'));
  const log = makeLog(process.env.MATINEE_TEST_LOG ?? 'silent');
  const { clock = systemClock, followsDatabaseTime = false, webRoot, requestStop, sites = {} } = options;
  const more = {
    passwords: passwordsWith(stretching),
    followsDatabaseTime,
    sites,
    ...(options.config?.['conversion.ffmpeg_path'] === undefined ? { ffmpeg: usualFfmpeg } : {}),
    ...(webRoot === undefined ? {} : { webRoot }),
    ...(requestStop ? { requestStop } : {}),
  };
  const config = configOf(options, database);
  const app = await startApp({ config, dataDir, clock, random: systemRandom, log, isGuarded: true, ...more });
  const url = `http://127.0.0.1:${app.port}`;
  const grpc = new GrpcClient(app.port);
  const pool = new pg.Pool({ ...database, max: 2, allowExitOnIdle: true });
  const databaseName = database.database ?? urlOf(database);
  const accounts = makeAccounts({ pool, databaseName, clock, stretching, ...testSecrets });
  const rest = (call: ContractCall) => callRest(url, call);
  const ok: TestServer['ok'] = async (call) => {
    const answer = await rest(call);
    if (answer.status !== 200) throw new Error(`${call.call}: ${answer.status} ${answer.reason} ${answer.message}`);
    return answer.json;
  };
  let stopped: Promise<void> | undefined;
  async function stop(): Promise<void> {
    grpc.close();
    await Promise.all([app.stop(5_000), pool.end()]);
    rmSync(dataDir, { recursive: true, force: true });
  }
  return {
    app,
    url,
    dataDir,
    database,
    grpc,
    rest,
    ok,
    http: (call) => http(url, call),
    socket: (room, token, { query = '', ...more } = {}) =>
      openSocket(`ws://127.0.0.1:${app.port}/ws/rooms/${room}${query}`, {
        ...more,
        headers: { ...more.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      }),
    sql: (text, values = []) => query(database, text, values),
    signUp: (name = 'user') => accounts.make(`${name}_${++count}`),
    signUpAs: (name) => accounts.make(name),
    async mailedCode(address) {
      if (!options.smtp) throw new Error('this server sends no mail');
      const codeOf = (text: string) => /^ {4}(\S+)\s*$/m.exec(text)?.[1];
      const { text } = await options.smtp.next(address, (mail) => codeOf(mail.text) !== undefined);
      return codeOf(text)!;
    },
    signIn: (username = 'root') => accounts.signIn(username),
    stop: () => (stopped ??= stop()),
  };
}

/** The startup configuration: secrets for tests, and limits that a test only meets on purpose. */
function configOf(options: TestServerOptions, database: DatabaseAddress) {
  return readConfig([
    {
      origin: 'test',
      values: given({
        'server.port': 0,
        'database.url': urlOf(database),
        'jwt.secret': testJwtSecret,
        'security.opaque_server_setup_secret': testSetupSecret,
        credential_encryption_key: testEncryptionKey,
        'bootstrap.root_password': testPassword,
        'bootstrap.settings': { 'user.enablePasswordSignup': true, ...mailTo(options.smtp), ...options.settings },
        'outbound.allowed_networks': ['127.0.0.0/8'],
        'limits.rate_factor': 10_000,
        // The servers of some tests count their requests, and probes would add to them.
        'media_probe.enabled': false,
        'conversion.enabled': false,
        'log.level': 'silent',
        ...options.config,
      }),
    },
  ]);
}

async function query(database: DatabaseAddress, text: string, values: readonly unknown[]): Promise<unknown[]> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Settings that send mail to a test's SMTP server. */
function mailTo(smtp: SmtpCatch | undefined): Record<string, unknown> {
  if (!smtp) return {};
  return {
    'email.enabled': true,
    'email.smtpHost': '127.0.0.1',
    'email.smtpPort': smtp.port,
    'email.useTls': false,
    'email.fromEmail': 'cinema@matinee.test',
  };
}

/** The address in the form of `database.url`. */
export function urlOf({ connectionString, host, port, user, password, database }: DatabaseAddress): string {
  if (connectionString !== undefined) return connectionString;
  const query = new URLSearchParams({ host: host ?? 'localhost' });
  const login = `${encodeURIComponent(user ?? '')}:${encodeURIComponent(typeof password === 'string' ? password : '')}`;
  return `postgres://${login}@/${database}?${query}${port === undefined ? '' : `&port=${port}`}`;
}

function given(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
