import type { Command } from 'commander';
import { type GlobalOptions, withConfigOptions } from '../options.ts';
import { runServer, type ServerOptions } from '../server-program.ts';

export function addServe(program: Command): void {
  withConfigOptions(program.command('serve'))
    .description('run the server until a signal or matinee stop ends it')
    .option('--web-root <dir>', 'folder of the built web app')
    .option('--workers <count>', 'number of worker processes that share the port; auto: one for each core')
    .option('--without-secrets', 'go on although the secrets that the data was written with are lost')
    .action(async (_options, command: Command) => {
      process.exitCode = await runServer(command.optsWithGlobals<GlobalOptions & ServerOptions>());
    });
}
