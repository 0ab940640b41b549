import type { Command } from 'commander';
import type { GlobalOptions } from '../program.ts';
import { runServer, type ServerOptions } from '../server-program.ts';

/** Options that choose the startup configuration, the same for all commands that read it. */
export function withConfigOptions(command: Command): Command {
  return command
    .option('--config <file>', 'YAML file with the startup configuration (MATINEE_CONFIG)')
    .option('--port <number>', 'port to listen on; 0 takes any free one')
    .option('--host <address>', 'address to listen on; 0.0.0.0 opens it to the network')
    .option('--set <key=value>', 'any other key of the startup configuration; as often as needed', collect, []);
}

/** Values of an option that may come more than once. */
export function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

export function addServe(program: Command): void {
  withConfigOptions(program.command('serve'))
    .description('run the service until a signal, or matinee stop, ends it')
    .option('--web-root <dir>', 'folder of the built web app')
    .action(async (_options, command: Command) => {
      process.exitCode = await runServer(command.optsWithGlobals<GlobalOptions & ServerOptions>());
    });
}
