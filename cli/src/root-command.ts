/** `matinee` with the options of every command, and `matinee serve` alone. */
import { Command, Option } from 'commander';
import { addServe } from './commands/serve.ts';
import { formats } from './options.ts';

export function makeRoot(): Command {
  return new Command('matinee')
    .description('Runs and operates a Matinee server.')
    .configureHelp({ showGlobalOptions: false, sortSubcommands: false })
    .showHelpAfterError('(--help shows what there is)')
    .option('--data-dir <dir>', 'data directory of the server (MATINEE_DATA_DIR)')
    .option('--endpoint <address>', 'management endpoint, unix:/path or host:port (MATINEE_MANAGEMENT_ENDPOINT)')
    .option('--token-file <file>', 'file with the token of that endpoint (MATINEE_MANAGEMENT_TOKEN_FILE)')
    .addOption(new Option('--output <format>', 'how answers are printed; table when not given').choices(formats))
    .option('-y, --yes', 'go on without asking');
}

/**
 * `serve` alone, for fast starts: the other commands load the contract, which takes longer than the rest of a start.
 */
export function makeServeProgram(): Command {
  const program = makeRoot();
  addServe(program);
  return inherit(program);
}

/** Makes the errors of every command end the same way: see main.ts. */
export function inherit(command: Command): Command {
  command.exitOverride();
  for (const child of command.commands) inherit(child.copyInheritedSettings(command));
  return command;
}
