/** The commands of `matinee` as one tree. Help, completion and the reference page are made from it. */
import type { Command } from 'commander';
import { addAnnouncements } from './commands/announcements.ts';
import { addAudit } from './commands/audit.ts';
import { addCompletion } from './commands/completion.ts';
import { addConfig } from './commands/config.ts';
import { addDatabase } from './commands/database.ts';
import { addDoctor } from './commands/doctor/doctor.ts';
import { addFiles } from './commands/files.ts';
import { addSliceCache } from './commands/media/slice-cache.ts';
import { addStreams } from './commands/media/streams.ts';
import { addProviderInstances } from './commands/provider-instances.ts';
import { addReports } from './commands/reports.ts';
import { addReviews } from './commands/reviews.ts';
import { addRooms } from './commands/rooms.ts';
import { addRestart } from './commands/running/restart.ts';
import { addServe } from './commands/serve.ts';
import { addSettings } from './commands/settings.ts';
import { addStatus } from './commands/status.ts';
import { addUsers } from './commands/users.ts';
import { inherit, makeRoot } from './root-command.ts';

export function makeProgram(): Command {
  const program = makeRoot();
  addServe(program);
  addStatus(program);
  addRestart(program);
  addConfig(program);
  addDoctor(program);
  addDatabase(program);
  addSettings(program);
  addUsers(program);
  addRooms(program);
  addReviews(program);
  addReports(program);
  addAnnouncements(program);
  addAudit(program);
  addFiles(program);
  addStreams(program);
  addSliceCache(program);
  addProviderInstances(program);
  addCompletion(program);
  return inherit(program);
}
