/** A replica that stands still in the middle of a transaction, as under SIGSTOP or on a machine that is swapping. */
import { type HoldingProxy, startHoldingProxy } from '@matinee/testkit/outside/holding-proxy.ts';
import { freshDatabase } from '@matinee/testkit/postgres.ts';
import { makeDataDir, removeDataDir, type ServerProcess, startProcess } from '@matinee/testkit/process.ts';
import { callRest } from '@matinee/testkit/rest-client.ts';
import { testPassword } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../tools/built.mjs';
import type { DatabaseAddress } from './store/database-address.ts';

const long = 120_000;
/** The replicas share what one replica would keep in its data directory. */
const secrets = {
  'jwt.secret': 'signs the tokens of two replicas, nothing more',
  'security.opaque_server_setup_secret': 'the root of the password records of two replicas',
  credential_encryption_key: '00112233445566778899aabbccddeeff'.repeat(2),
};

let proxy: HoldingProxy;
let frozen: ServerProcess;
let other: ServerProcess;
const folders: string[] = [];

beforeAll(async () => {
  ensureBuilt();
  const database = await freshDatabase();
  proxy = await startHoldingProxy(database);
  frozen = await startReplica(proxy.address);
  other = await startReplica(database);
}, long);
afterAll(async () => {
  frozen?.child.kill('SIGCONT');
  for (const { child } of [frozen, other]) child?.kill('SIGKILL');
  await Promise.all([frozen?.ended, other?.ended]);
  proxy?.close();
  for (const folder of folders) await removeDataDir(folder);
});

async function startReplica({ user, host, port, database }: DatabaseAddress): Promise<ServerProcess> {
  const folder = await makeDataDir();
  folders.push(folder);
  const url = `postgres://${user}@/${database}?${new URLSearchParams({ host: host ?? '', port: String(port) })}`;
  const settings = Object.entries({ ...secrets, 'database.url': url });
  return startProcess(
    folder,
    settings.flatMap(([key, value]) => ['--set', `${key}=${value}`]),
  );
}

async function signUp(username: string): Promise<string> {
  const call = 'AuthService.RegisterWithDirectPassword';
  const { json } = await callRest(other.url, { call, request: { username, password: testPassword } });
  return json.accessToken;
}

test(
  '[ST39] others go on while it stands still, and when it goes on, it tells its caller that nothing was done',
  async () => {
    const [anna, berta, carla] = await Promise.all(['anna', 'berta', 'carla'].map(signUp));
    const made = await callRest(other.url, {
      call: 'UserService.CreateRoom',
      token: anna,
      request: { name: 'A room' },
    });
    const request = { room_id: made.json.room.id };
    const join = ({ url }: ServerProcess, token?: string) =>
      callRest(url, { call: 'UserService.JoinRoom', token, request });

    const held = proxy.hold('insert into "room_members"');
    const stuck = join(frozen, berta);
    stuck.catch(() => undefined);
    await held;
    frozen.child.kill('SIGSTOP');
    expect((await join(other, carla)).reason).toBeUndefined();

    proxy.release();
    frozen.child.kill('SIGCONT');
    expect((await stuck).reason).toBe('store.unavailable');
    const members = () => callRest(other.url, { call: 'RoomService.GetRoomMembers', token: anna, request });
    expect((await members()).json.total).toBe(2);
    expect((await join(frozen, berta)).status).toBe(200);
    expect((await members()).json.total).toBe(3);
  },
  long,
);
