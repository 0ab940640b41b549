import type { Command } from 'commander';
import { type GlobalOptions, withConfigOptions } from '../options.ts';
import { formatOf } from '../output.ts';
import { expectDone, runCommand, type ServerOptions } from '../server-program.ts';

type Options = GlobalOptions & ServerOptions;

export function addConfig(program: Command): void {
  const config = program.command('config').description('the startup configuration: file, environment and flags');
  withConfigOptions(config.command('show'))
    .description('show every key with its value and where that comes from; secrets are not shown')
    .action(async (_options, command: Command) => {
      await run(['config', 'show'], command.optsWithGlobals<Options>());
    });
  withConfigOptions(config.command('validate'))
    .description('check the configuration, and say everything that is wrong with it')
    .action(async (_options, command: Command) => {
      await run(['config', 'validate'], command.optsWithGlobals<Options>());
    });
}

async function run(words: readonly string[], { output, ...options }: Options): Promise<void> {
  const format = formatOf(output);
  expectDone(await runCommand([...words, '--output', format === 'table' ? 'text' : format], options));
}
