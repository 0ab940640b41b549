import { UserRole } from '@matinee/contract/gen/service/client/users_pb.ts';
import type {
  AddProviderInstanceRequest,
  DeleteProviderInstanceRequest,
  UpdateProviderInstanceRequest,
} from '@matinee/contract/gen/service/provider/provider_instances_pb.ts';
import type { OutgoingGuard } from '../../../drivers/outgoing/guard.ts';
import type { AdminPrincipal, Call } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Sealer } from '../../../kernel/sealing.ts';
import type { Database, Reader, Tx } from '../../../store/database.ts';
import type { Audit } from '../../record/audit/audit.port.ts';
import { deleteAccountsAt } from '../providers/accounts/accounts.store.ts';
import { checkPlace, isElsewhere, refuse } from './checking.ts';
import { type IsBuiltIn, toInstance } from './instance-messages.ts';
import { instanceTopic, type LiveInstances, reconnectKind, sealContext } from './live-instances.ts';
import { instanceErrors, instanceReasons } from './provider-instances.errors.ts';
import * as store from './provider-instances.store.ts';

export interface InstanceParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly guard: OutgoingGuard;
  readonly audit: Audit;
  readonly isBuiltIn: IsBuiltIn;
}

type AdminCall = Call<AdminPrincipal>;

/** Most instances: every replica holds a connection to each. */
const maxInstances = 50;

/** The calls by which administrators manage instances. [PI1]–[PI7] */
export function makeInstances(parts: InstanceParts, live: LiveInstances) {
  const { db, isBuiltIn } = parts;
  return {
    list: async () => ({ instances: live.all().map(({ row, link }) => toInstance(row, link, isBuiltIn)) }),
    add: (request: AddProviderInstanceRequest, call: AdminCall) => add(parts, live, request, call),
    update: (request: UpdateProviderInstanceRequest, call: AdminCall) => update(parts, live, request, call),
    delete: (request: DeleteProviderInstanceRequest, call: AdminCall) => remove(parts, live, request, call),
    enable: (name: string, call: AdminCall) => setEnabled(parts, live, name, call, true),
    disable: (name: string, call: AdminCall) => setEnabled(parts, live, name, call, false),
    async reconnect(name: string) {
      await live.refresh();
      const found = live.find(name);
      if (!found) throw instanceErrors.not_found();
      if (!found.link) throw instanceErrors.disabled();
      await db.write(async (tx) => tell(tx, reconnectKind, name));
      await found.link.reconnect();
      return answer(parts, live, name);
    },
  };
}

/** The instance after a check. */
async function answer({ isBuiltIn }: InstanceParts, live: LiveInstances, name: string) {
  await live.refresh();
  const found = live.find(name);
  if (!found) throw instanceErrors.not_found();
  return { instance: toInstance(found.row, found.link, isBuiltIn) };
}

/** The state of an instance with unsaved settings. [PI6] */
async function answerTry({ isBuiltIn }: InstanceParts, live: LiveInstances, row: store.InstanceRow) {
  return { instance: toInstance(row, await live.try(row), isBuiltIn) };
}

async function add(parts: InstanceParts, live: LiveInstances, request: AddProviderInstanceRequest, call: AdminCall) {
  const { db, clock, guard, audit, sealer } = parts;
  const now = dateOf(clock.nowMs());
  const row: store.InstanceRow = {
    name: request.name,
    address: request.address,
    is_plaintext: request.plaintext,
    tls_server_name: request.tlsServerName,
    tls_ca: request.tlsCa,
    sealed_secret: sealed(sealer, request.name, request.secret),
    comment: request.comment,
    is_enabled: !request.disabled,
    version: 1,
    created_at: now,
    updated_at: now,
  };
  await checkPlace(row, guard);
  if (request.testOnly) return answerTry(parts, live, row);
  await db.write(async (tx) => {
    if ((await store.countInstances(tx.query())) >= maxInstances) throw instanceErrors.too_many();
    if (!(await store.insertInstance(tx.query(), row))) throw instanceErrors.name_taken();
    const { address, is_plaintext: plaintext } = row;
    const details = { address, plaintext, hasSecret: row.sealed_secret !== null };
    await audit.record(tx, call, { action: 'provider_instance.added', target: row.name, details });
    tell(tx, 'added', row.name);
  });
  return answer(parts, live, row.name);
}

async function update(
  parts: InstanceParts,
  live: LiveInstances,
  request: UpdateProviderInstanceRequest,
  call: AdminCall,
) {
  const { db, guard, sealer } = parts;
  const { name, expectedVersion, testOnly } = request;
  const known = await store.findInstance(db.query(), name);
  if (!known) throw instanceErrors.not_found();
  const wanted = changed(known, request, sealer);
  await checkPlace(wanted, guard);
  if (testOnly) {
    await requireMovable(db, known, wanted, request, call);
    return answerTry(parts, live, wanted);
  }
  await db.write(async (tx) => {
    const before = await lock(tx, name);
    if (expectedVersion !== undefined && expectedVersion !== before.version)
      throw instanceErrors.version_conflict({ metadata: { version: String(before.version) } });
    const after = changed(before, request, sealer);
    await requireMovable(tx, before, after, request, call);
    await put(parts, tx, call, before, after, 'provider_instance.updated');
  });
  return answer(parts, live, name);
}

async function remove(
  { db, audit }: InstanceParts,
  live: LiveInstances,
  { name, force }: DeleteProviderInstanceRequest,
  call: AdminCall,
) {
  const deletedAccounts = await db.write(async (tx) => {
    await lock(tx, name);
    const uses = await store.countUses(tx.query(), name);
    if (!force && uses.accounts + uses.items > 0)
      throw instanceErrors.in_use({
        message: `This provider instance is in use: ${uses.accounts} accounts and ${uses.items} items are from there.`,
        metadata: { accounts: String(uses.accounts), items: String(uses.items) },
      });
    const accounts = await deleteAccountsAt(tx.query(), name);
    await store.deleteInstance(tx.query(), name);
    await audit.record(tx, call, { action: 'provider_instance.deleted', target: name, details: uses });
    tell(tx, 'deleted', name);
    return accounts;
  });
  await live.refresh();
  return { deletedAccounts };
}

async function setEnabled(
  parts: InstanceParts,
  live: LiveInstances,
  name: string,
  call: AdminCall,
  isEnabled: boolean,
) {
  await parts.db.write(async (tx) => {
    const before = await lock(tx, name);
    if (before.is_enabled === isEnabled) return;
    const action = isEnabled ? 'provider_instance.enabled' : 'provider_instance.disabled';
    await put(parts, tx, call, before, { ...before, is_enabled: isEnabled }, action);
  });
  return answer(parts, live, name);
}

/** Stores a changed row with its audit record, and notifies every replica. */
async function put(
  { clock, audit }: InstanceParts,
  tx: Tx,
  call: AdminCall,
  before: store.InstanceRow,
  after: store.InstanceRow,
  action: string,
) {
  const row = { ...after, version: before.version + 1, updated_at: dateOf(clock.nowMs()) };
  await store.updateInstance(tx.query(), row);
  await audit.record(tx, call, { action, target: row.name, details: changesOf(before, row) });
  tell(tx, 'changed', row.name);
}

function sealed(sealer: Sealer, name: string, secret: string): string | null {
  return secret === '' ? null : sealer.seal(secret, sealContext(name));
}

async function lock(tx: Tx, name: string): Promise<store.InstanceRow> {
  const row = await store.lockInstance(tx.query(), name);
  if (!row) throw instanceErrors.not_found();
  return row;
}

function tell(tx: Tx, kind: string, name: string): void {
  tx.emit({ topic: instanceTopic, kind, payload: Buffer.from(name) });
}

function changed(row: store.InstanceRow, request: UpdateProviderInstanceRequest, sealer: Sealer): store.InstanceRow {
  const { address, plaintext, tlsServerName, tlsCa, secret, comment } = request;
  return {
    ...row,
    address: address ?? row.address,
    is_plaintext: plaintext ?? row.is_plaintext,
    tls_server_name: tlsServerName ?? row.tls_server_name,
    tls_ca: tlsCa ?? row.tls_ca,
    sealed_secret: secret === undefined ? row.sealed_secret : sealed(sealer, row.name, secret),
    comment: comment ?? row.comment,
  };
}

/**
 * Moving an instance must not reveal its secret: an administrator who moves it must enter the secret again. Only root
 * may move an instance with accounts, because the new address receives these accounts. [PI4]
 */
async function requireMovable(
  reader: Reader,
  before: store.InstanceRow,
  after: store.InstanceRow,
  { secret }: UpdateProviderInstanceRequest,
  call: AdminCall,
): Promise<void> {
  if (!isElsewhere(before, after)) return;
  if (before.sealed_secret !== null && secret === undefined)
    refuse([{ field: 'secret', ...instanceReasons.secret_again() }]);
  if (!isRoot(call) && (await store.countUses(reader.query(), before.name)).accounts > 0)
    throw instanceErrors.root_only();
}

function isRoot({ principal }: AdminCall): boolean {
  return principal.kind === 'operator' || principal.role === UserRole.ROOT;
}

/** The change in the audit record. For secrets, only the fact that they changed. */
function changesOf(before: store.InstanceRow, after: store.InstanceRow): Record<string, unknown> {
  const names = ['address', 'is_plaintext', 'tls_server_name', 'comment'] as const;
  return {
    ...Object.fromEntries(
      names.flatMap((name) => (before[name] === after[name] ? [] : [[name, { from: before[name], to: after[name] }]])),
    ),
    ...(before.tls_ca === after.tls_ca ? {} : { tlsCaChanged: true }),
    ...(before.sealed_secret === after.sealed_secret ? {} : { secretChanged: true }),
  };
}
