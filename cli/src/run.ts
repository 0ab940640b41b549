/** Runs one command, in its own process or in that of a test. */
import { CommanderError } from 'commander';
import { exitCodes, Failure } from './failure.ts';

/**
 * `words` is the command line without the name of the program. Returns the exit code. A command that ran another
 * program has set `process.exitCode`, and we return 0.
 */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  try {
    const program = await makeProgram(words[0]);
    await program.parseAsync(words, { from: 'user' });
    return exitCodes.ok;
  } catch (cause) {
    return endOf(cause);
  }
}

async function makeProgram(command: string | undefined) {
  if (command === 'serve') return (await import('./root-command.ts')).makeServeProgram();
  return (await import('./program.ts')).makeProgram();
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

function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}
