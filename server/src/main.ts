/** The process: it picks the command and sets the exit code. Everything else is in commands/ and app.ts. */
import { type CommandLine, readCommandLine, showUsage, UsageError } from './commands/command-line.ts';
import { ConfigError } from './kernel/config/config.ts';
import { failureWords } from './kernel/process/failure-words.ts';
import { BackupError } from './store/backup/frames.ts';

type Run = (line: CommandLine) => void | Promise<void>;

/** Each loads what it needs when it is wanted: the service has ten times the code of the other commands. */
const commands: Readonly<Record<CommandLine['command'], () => Run | Promise<Run>>> = {
  help: () => showUsage,
  serve: async () => (await import('./commands/serve.ts')).serve,
  'config show': async () => (await import('./commands/show-config.ts')).showConfig,
  'config validate': async () => (await import('./commands/show-config.ts')).validateConfig,
  'db status': async () => (await import('./commands/database.ts')).showDatabase,
  'db migrate': async () => (await import('./commands/database.ts')).migrateDatabase,
  'db verify': async () => (await import('./commands/database.ts')).verifyDatabase,
  'db restore': async () => (await import('./commands/database.ts')).restoreDatabase,
  doctor: async () => (await import('./commands/doctor/doctor.ts')).runDoctor,
};

/** Exit code: 0 done, 1 refused or failed, 2 not understood. `serve` keeps running after this has resolved. */
async function main(): Promise<void> {
  const [command, ...rest] = process.argv.slice(2);
  if (command === 'provider-backend') {
    const { runProviderBackend } = await import('./commands/provider-backend/provider-backend.ts');
    return runProviderBackend(rest);
  }
  // Loads the code of the service, and ends: the build keeps what is compiled by then.
  if (command === 'load') return void (await (await import('./commands/serve.ts')).loadService());
  const line = readCommandLine(process.argv.slice(2), process.env);
  try {
    const run = await commands[line.command]();
    await run(line);
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    const isPlain = error instanceof ConfigError || error instanceof BackupError || line.command !== 'serve';
    process.stderr.write(`${isPlain ? '' : 'Matinee cannot start: '}${failureWords(error)}\n`);
    process.exit(1);
  }
  if (line.command !== 'serve') process.exit();
}

main().catch((cause: unknown) => {
  process.stderr.write(`${(cause as Error).message}\n`);
  if (cause instanceof UsageError) process.stderr.write('matinee-server --help lists commands and options.\n');
  process.exit(cause instanceof UsageError ? 2 : 1);
});
