/** `matinee`: runs one command, and exits with the code for its outcome. */
import { CommanderError } from 'commander';
import { exitCodes, Failure } from './failure.ts';
import { tell } from './output.ts';
import { makeProgram } from './program.ts';

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

makeProgram()
  .parseAsync()
  .catch((cause: unknown) => {
    process.exitCode = endOf(cause);
  });
