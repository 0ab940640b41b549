/** The process: it picks the command and sets the exit code. Everything else is in commands/ and app.ts. */
import { type CommandLine, readCommandLine, showUsage, UsageError } from './commands/command-line.ts';
import { migrateDatabase, restoreDatabase, showDatabase } from './commands/database.ts';
import { runProviderBackend } from './commands/provider-backend/provider-backend.ts';
import { serve } from './commands/serve.ts';
import { showConfig, validateConfig } from './commands/show-config.ts';
import { ConfigError } from './kernel/config/config.ts';
import { failureWords } from './kernel/process/failure-words.ts';
import { BackupError } from './store/backup/frames.ts';

const commands: Readonly<Record<CommandLine['command'], (line: CommandLine) => void | Promise<void>>> = {
  help: showUsage,
  serve,
  'config show': showConfig,
  'config validate': validateConfig,
  'db status': showDatabase,
  'db migrate': migrateDatabase,
  'db restore': restoreDatabase,
};

/** Exit code: 0 done, 1 refused or failed, 2 not understood. `serve` keeps running after this has resolved. */
async function main(): Promise<void> {
  const [command, ...rest] = process.argv.slice(2);
  if (command === 'provider-backend') return runProviderBackend(rest);
  const line = readCommandLine(process.argv.slice(2), process.env);
  try {
    await commands[line.command](line);
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    const isPlain = error instanceof ConfigError || error instanceof BackupError || line.command !== 'serve';
    process.stderr.write(`${isPlain ? '' : 'Matinee cannot start: '}${failureWords(error)}\n`);
    process.exit(1);
  }
  if (line.command !== 'serve') process.exit(0);
}

main().catch((cause: unknown) => {
  process.stderr.write(`${(cause as Error).message}\n`);
  if (cause instanceof UsageError) process.stderr.write('matinee-server --help lists commands and options.\n');
  process.exit(cause instanceof UsageError ? 2 : 1);
});
