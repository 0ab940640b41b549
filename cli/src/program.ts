/** The commands of `matinee` as one tree. Help, completion and the reference page are made from it. */
import { Command, Option } from 'commander';
import { addAnnouncements } from './commands/announcements.ts';
import { addAudit } from './commands/audit.ts';
import { addCompletion } from './commands/completion.ts';
import { addConfig } from './commands/config.ts';
import { addDatabase } from './commands/database.ts';
import { addFiles } from './commands/files.ts';
import { addProviderInstances } from './commands/provider-instances.ts';
import { addReports } from './commands/reports.ts';
import { addReviews } from './commands/reviews.ts';
import { addRooms } from './commands/rooms.ts';
import { addServe } from './commands/serve.ts';
import { addSettings } from './commands/settings.ts';
import { addSliceCache } from './commands/slice-cache.ts';
import { addStatus } from './commands/status.ts';
import { addUsers } from './commands/users.ts';
import { formats } from './output.ts';

export function makeProgram(): Command {
  const program = new Command('matinee')
    .description('Runs and operates a Matinee server.')
    .configureHelp({ showGlobalOptions: false, sortSubcommands: false })
    .showHelpAfterError('(--help shows what there is)')
    .option('--data-dir <dir>', 'data directory of the server (MATINEE_DATA_DIR)')
    .option('--endpoint <address>', 'management endpoint, unix:/path or host:port (MATINEE_MANAGEMENT_ENDPOINT)')
    .option('--token-file <file>', 'file with the token of that endpoint (MATINEE_MANAGEMENT_TOKEN_FILE)')
    .addOption(new Option('--output <format>', 'how answers are printed; table when not given').choices(formats))
    .option('-y, --yes', 'go on without asking');
  addServe(program);
  addStatus(program);
  addConfig(program);
  addDatabase(program);
  addSettings(program);
  addUsers(program);
  addRooms(program);
  addReviews(program);
  addReports(program);
  addAnnouncements(program);
  addAudit(program);
  addFiles(program);
  addSliceCache(program);
  addProviderInstances(program);
  addCompletion(program);
  return inherit(program);
}

/** Makes the errors of every command end the same way: see main.ts. */
function inherit(command: Command): Command {
  command.exitOverride();
  for (const child of command.commands) inherit(child.copyInheritedSettings(command));
  return command;
}
