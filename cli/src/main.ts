/** `matinee`: runs one command, and exits with the code for its outcome. */
import { CommanderError } from 'commander';
import { exitCodes, Failure } from './failure.ts';

function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}

function endOf(cause: unknown): number {
  // Help and version also end up here, with 0. commander has already printed its own errors.
  if (cause instanceof CommanderError) return cause.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  if (!(cause instanceof Failure)) {
    tell(`matinee: ${cause instanceof Error ? cause.message : String(cause)}`);
    return exitCodes.failed;
  }
  if (cause.message !== '') tell(`matinee: ${cause.message}`);
  if (cause.hint !== undefined) tell(cause.hint);
  return exitCodes[cause.ending];
}

// A reader that closes the pipe early (`| head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? 0 : exitCodes.failed),
);

async function makeProgram() {
  if (process.argv[2] === 'serve') return (await import('./root-command.ts')).makeServeProgram();
  return (await import('./program.ts')).makeProgram();
}

makeProgram()
  .then((program) => program.parseAsync())
  .catch((cause: unknown) => {
    process.exitCode = endOf(cause);
  });
