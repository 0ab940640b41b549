/** `db …`: the state of the tables, and backups of all their data. */
import { existsSync, readFileSync } from 'node:fs';
import { ManagementService } from '@matinee/contract/gen/service/management/management_service_pb.ts';
import type { Command } from 'commander';
import { confirm, hasTerminal, readSecret } from '../ask.ts';
import { withClient } from '../connection/client.ts';
import { Failure } from '../failure.ts';
import { type GlobalOptions, withConfigOptions } from '../options.ts';
import { formatOf, list, print, printValue } from '../output.ts';
import { expectDone, runCommand, type ServerOptions } from '../server-program.ts';
import { saveBackup } from './backup.ts';
import { awaitBackup } from './server-backup.ts';

type Options = GlobalOptions & ServerOptions & { readonly passphraseFile?: string; readonly withoutSecrets?: boolean };

export function addDatabase(program: Command): void {
  const db = program.command('db').description('the database: its tables, backup and restore');
  withConfigOptions(db.command('status'))
    .description('say which steps of the tables are applied and which are missing')
    .action((_options, command: Command) => showStatus(command.optsWithGlobals<Options>()));
  withConfigOptions(db.command('migrate'))
    .description('apply the missing steps while the server is stopped; a start does it by itself')
    .action(async (_options, command: Command) => {
      expectDone(await runCommand(['db', 'migrate'], command.optsWithGlobals<Options>()));
    });
  db.command('backup')
    .argument('[file]', 'where to write it; - is standard output; without one the server keeps it with its own backups')
    .description('copy the whole database while the server runs')
    .option(
      '--passphrase-file <file>',
      'file whose passphrase seals the server’s secrets into the backup; - reads standard input',
    )
    .option('--without-secrets', 'leave the server’s secrets out')
    .action((file: string | undefined, _options, command: Command) => backUp(file, command.optsWithGlobals<Options>()));
  db.command('verify')
    .argument('<file>', 'a backup')
    .description('read a whole backup and say whether it is good')
    .action(async (file: string, _options, command: Command) => {
      expectDone(await runCommand(['db', 'verify', file], command.optsWithGlobals<Options>()));
    });
  withConfigOptions(db.command('restore'))
    .argument('<file>', 'a backup')
    .description('read a backup into an empty database while the server is stopped')
    .option('--passphrase-file <file>', 'file with the passphrase of the backup; - reads standard input')
    .option('--without-secrets', 'go on although the server’s secrets are missing: passwords will not work')
    .action((file: string, _options, command: Command) => restore(file, command.optsWithGlobals<Options>()));
}

/** Asks the running server. If none runs, the server's program reads the database. */
async function showStatus(options: Options): Promise<void> {
  const format = formatOf(options.output);
  const running = await withClient(options, (client) => client.call(ManagementService.method.getStatus, {})).catch(
    (cause) => {
      if (cause instanceof Failure && cause.ending === 'unreachable' && options.endpoint === undefined)
        return undefined;
      throw cause;
    },
  );
  if (!running) {
    const words = ['db', 'status', '--output', format === 'table' ? 'text' : format];
    return expectDone(await runCommand(words, options));
  }
  // A running server has applied all migrations that it knows.
  if (format !== 'table')
    return printValue(format, { database: running.database, applied: running.schema, pending: [] });
  print(
    list([
      ['database', `${running.database}, in use by process ${running.processId}`],
      ['steps of the tables', `${running.schema.length} applied, none is missing`],
    ]),
  );
}

async function backUp(file: string | undefined, options: Options): Promise<void> {
  if (file === undefined) return withClient(options, awaitBackup);
  const passphrase = options.withoutSecrets ? '' : await passphraseFor(options);
  await withClient(options, (client) => saveBackup(client, file, passphrase, options));
}

async function passphraseFor({ passphraseFile }: Options): Promise<string> {
  if (passphraseFile !== undefined) return readPassphrase(passphraseFile);
  if (!hasTerminal()) return '';
  return readSecret('Passphrase that seals the server’s secrets (empty leaves them out): ', 'Once more: ');
}

async function restore(file: string, options: Options): Promise<void> {
  const { passphraseFile, withoutSecrets } = options;
  if (!existsSync(file)) throw new Failure('usage', `${file}: there is no such file`);
  await confirm(`Restore ${file}? The database has to be empty, and the server stopped.`, options);
  let passphrase: string | undefined;
  if (passphraseFile !== undefined) passphrase = await readPassphrase(passphraseFile);
  else if (!withoutSecrets && hasTerminal())
    passphrase = await readSecret('Passphrase of the backup (empty if it has none): ');
  const words = ['db', 'restore', file, ...(withoutSecrets ? ['--without-secrets'] : [])];
  if (passphrase === undefined || passphrase === '') return expectDone(await runCommand(words, options));
  expectDone(await runCommand([...words, '--passphrase-file', '-'], options, `${passphrase}\n`));
}

async function readPassphrase(file: string): Promise<string> {
  const text = file === '-' ? await readSecret('Passphrase: ') : readFirstLine(file);
  if (text === '') throw new Failure('usage', `the passphrase in ${file} is empty`);
  return text;
}

function readFirstLine(file: string): string {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/)[0]!;
  } catch (cause) {
    throw new Failure('usage', `the passphrase cannot be read: ${(cause as Error).message}`);
  }
}
