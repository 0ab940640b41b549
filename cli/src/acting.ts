import type { Command } from 'commander';
import { type ManagementClient, withClient } from './connection/client.ts';
import type { GlobalOptions } from './options.ts';
import { formatOf } from './output.ts';

/** The work of a command with a server. `words` are the command's arguments. */
type Action<O> = (client: ManagementClient, options: O, ...words: string[]) => Promise<void>;

/** Adapts an action to commander, which passes the words first, then the command's own options, then the command. */
export function acting<O extends GlobalOptions>(action: Action<O>): (...args: unknown[]) => Promise<void> {
  return (...args) => {
    const options = (args.at(-1) as Command).optsWithGlobals<O>();
    formatOf(options.output);
    return withClient(options, (client) => action(client, options, ...(args.slice(0, -2) as string[])));
  };
}
