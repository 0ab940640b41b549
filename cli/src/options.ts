/** Options that many commands share. */
import type { Command } from 'commander';

export const formats = ['table', 'json', 'yaml'] as const;
/** Forms of an answer. */
export type Format = (typeof formats)[number];

/** Options of every command. */
export interface GlobalOptions {
  readonly dataDir?: string;
  readonly endpoint?: string;
  readonly tokenFile?: string;
  readonly output?: string;
  readonly yes?: boolean;
}

/** Options that select the startup configuration, the same for all commands that read it. */
export function withConfigOptions(command: Command): Command {
  return command
    .option('--config <file>', 'YAML file with the startup configuration (MATINEE_CONFIG)')
    .option('--port <number>', 'port to listen on; 0 takes any free one')
    .option('--host <address>', 'address to listen on; 0.0.0.0 opens it to the network')
    .option('--set <key=value>', 'any other key of the startup configuration; as often as needed', collect, []);
}

/** Collects the values of an option that may occur more than once. */
export function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

/** Descriptions of the arguments that name users and rooms. */
export const userArgument = ['<user>', 'name or id'] as const;
export const roomArgument = ['<room>', 'name or id'] as const;
