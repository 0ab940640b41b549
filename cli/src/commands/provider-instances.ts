/** `provider-instances …`: servers that run media providers for this one. */
import { readFileSync } from 'node:fs';
import { ProviderCommonService } from '@matinee/contract/gen/service/provider/provider_common_service_pb.ts';
import {
  DeleteProviderInstanceResponseSchema,
  ListProviderInstancesResponseSchema,
  type ProviderInstance,
  ProviderInstanceFaultSchema,
  type ProviderInstanceResponse,
  ProviderInstanceResponseSchema,
  ProviderInstanceStatusSchema,
} from '@matinee/contract/gen/service/provider/provider_instances_pb.ts';
import type { Command } from 'commander';
import { acting } from '../acting.ts';
import { confirm, readSecret } from '../ask.ts';
import { nameOf } from '../choices.ts';
import type { ManagementClient } from '../connection/client.ts';
import { Failure } from '../failure.ts';
import type { GlobalOptions } from '../options.ts';
import { formatOf, list, printAnswer, table } from '../output.ts';
import { counted, time, yes } from '../words.ts';

const method = ProviderCommonService.method;
const named = ['<name>', 'name of the instance'] as const;

interface InstanceOptions extends GlobalOptions {
  readonly address?: string;
  readonly plaintext?: boolean;
  readonly tls?: boolean;
  readonly serverName?: string;
  readonly caFile?: string;
  readonly secret?: boolean;
  readonly comment?: string;
  readonly disabled?: boolean;
  readonly test?: boolean;
  readonly force?: boolean;
}

export function addProviderInstances(program: Command): void {
  const instances = program
    .command('provider-instances')
    .description('servers that run providers of media for this one');
  instances.command('list').description('list all instances, and whether each one works').action(acting(listAll));
  withPlace(instances.command('add').argument(...named))
    .description('add an instance and connect to it; it is added as well when it does not answer yet')
    .requiredOption('--address <host:port>', 'where it listens')
    .option('--disabled', 'do not use it yet')
    .action(acting(add));
  withPlace(instances.command('update').argument(...named))
    .description('change an instance; what is not named stays')
    .option('--address <host:port>', 'where it listens')
    .option('--tls', 'with TLS')
    .option('--no-secret', 'take the secret away')
    .action(acting(update));
  instances
    .command('delete')
    .argument(...named)
    .option('--force', 'also when accounts or items use it')
    .description('delete an instance')
    .action(acting(remove));
  withName(instances, 'enable', 'let people use it again', (client, name) =>
    client.call(method.enableProviderInstance, { name }),
  );
  withName(instances, 'disable', 'make what comes from there unavailable', (client, name) =>
    client.call(method.disableProviderInstance, { name }),
  );
  withName(instances, 'reconnect', 'look up its address and connect anew, on every replica', (client, name) =>
    client.call(method.reconnectProviderInstance, { name }),
  );
}

type CallByName = (client: ManagementClient, name: string) => Promise<ProviderInstanceResponse>;

/** A command that takes only the name of an instance, and shows the instance afterwards. */
function withName(instances: Command, verb: string, description: string, call: CallByName): void {
  instances
    .command(verb)
    .argument(...named)
    .description(description)
    .action(acting(async (client, options: InstanceOptions, name) => show(options, await call(client, name))));
}

function withPlace(command: Command): Command {
  return command
    .option('--plaintext', 'without TLS')
    .option('--server-name <name>', 'the name in its certificate, when it is not the host of the address')
    .option('--ca-file <file>', 'certificates in PEM that it is signed by, when the system does not trust it')
    .option('--secret', 'with a secret, which is asked for, or read from standard input')
    .option('--comment <text>', 'a note for administrators')
    .option('--test', 'say how it would be, and store nothing');
}

async function listAll(client: ManagementClient, options: InstanceOptions): Promise<void> {
  const answer = await client.call(method.listProviderInstances, {});
  printAnswer(formatOf(options.output), ListProviderInstancesResponseSchema, answer, () =>
    table(
      ['name', 'address', 'tls', 'secret', 'status', 'fault', 'runs'],
      answer.instances.map((one) => [
        one.name,
        one.address,
        yes(!one.plaintext),
        yes(one.hasSecret),
        nameOf(ProviderInstanceStatusSchema, one.health?.status ?? 0),
        nameOf(ProviderInstanceFaultSchema, one.health?.fault ?? 0),
        runs(one),
      ]),
      'none',
    ),
  );
}

async function add(client: ManagementClient, options: InstanceOptions, name: string): Promise<void> {
  const { address = '', disabled = false, test = false } = options;
  const place = { ...placeOf(options), secret: options.secret ? await readSecret('Secret: ') : '' };
  show(options, await client.call(method.addProviderInstance, { name, address, disabled, testOnly: test, ...place }));
}

async function update(client: ManagementClient, options: InstanceOptions, name: string): Promise<void> {
  const { address, tls, secret, test = false } = options;
  const request = {
    name,
    testOnly: test,
    ...placeOf(options),
    ...(address === undefined ? {} : { address }),
    ...(tls ? { plaintext: false } : {}),
    ...(secret === undefined ? {} : { secret: secret ? await readSecret('Secret: ') : '' }),
  };
  show(options, await client.call(method.updateProviderInstance, request));
}

async function remove(client: ManagementClient, options: InstanceOptions, name: string): Promise<void> {
  await confirm(`Delete ${name}?`, options);
  const answer = await client.call(method.deleteProviderInstance, { name, force: options.force ?? false });
  printAnswer(
    formatOf(options.output),
    DeleteProviderInstanceResponseSchema,
    answer,
    () => `deleted, and ${counted(answer.deletedAccounts, 'account')} with it`,
  );
}

function placeOf({ plaintext, serverName, caFile, comment }: InstanceOptions) {
  return {
    ...(plaintext ? { plaintext } : {}),
    ...(serverName === undefined ? {} : { tlsServerName: serverName }),
    ...(caFile === undefined ? {} : { tlsCa: readFile(caFile) }),
    ...(comment === undefined ? {} : { comment }),
  };
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new Failure('usage', `${path} cannot be read: ${(cause as Error).message}`);
  }
}

function show(options: InstanceOptions, answer: ProviderInstanceResponse): void {
  printAnswer(formatOf(options.output), ProviderInstanceResponseSchema, answer, () => describe(answer.instance!));
}

function describe(instance: ProviderInstance): string {
  const { name, address, plaintext, hasSecret, comment, version, health } = instance;
  return list([
    ['name', name],
    ['address', address],
    ['tls', yes(!plaintext)],
    ['secret', yes(hasSecret)],
    ['comment', comment],
    ['version', String(version)],
    ['status', nameOf(ProviderInstanceStatusSchema, health?.status ?? 0)],
    ['fault', [nameOf(ProviderInstanceFaultSchema, health?.fault ?? 0), health?.detail].filter(Boolean).join(': ')],
    ['asked at', time(health?.checkedAt)],
    ['program', health?.program ?? ''],
    ['runs', runs(instance)],
  ]);
}

function runs({ health }: ProviderInstance): string {
  return health?.kinds.map(({ provider }) => provider).join(', ') ?? '';
}
