/** `matinee`: runs one command and ends with the code that says how it went. */
import { CommanderError } from 'commander';
import { exitCodes, Failure } from './failure.ts';
import { tell } from './output.ts';
import { makeProgram } from './program.ts';

function endOf(cause: unknown): number {
  // Help and version come this way too, with 0; what commander refuses it has told already.
  if (cause instanceof CommanderError) return cause.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  if (!(cause instanceof Failure)) {
    tell(`matinee: ${cause instanceof Error ? cause.message : String(cause)}`);
    return exitCodes.failed;
  }
  if (cause.message !== '') tell(`matinee: ${cause.message}`);
  if (cause.hint !== undefined) tell(cause.hint);
  return exitCodes[cause.ending];
}

// A reader that has seen enough (`| head`) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? 0 : exitCodes.failed),
);

makeProgram()
  .parseAsync()
  .catch((cause: unknown) => {
    process.exitCode = endOf(cause);
  });
