/** `matinee`: runs one command, and exits with the code for its outcome. */
import { exitCodes } from './failure.ts';
import { runCommandLine } from './run.ts';

// A reader that closes the pipe early (`| head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? 0 : exitCodes.failed),
);

runCommandLine(process.argv.slice(2)).then((code) => {
  if (code !== exitCodes.ok) process.exitCode = code;
});
