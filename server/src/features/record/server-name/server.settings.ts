import { text } from '../../../kernel/settings/setting-shapes.ts';
import { setting } from '../../../kernel/settings/settings.ts';

/** Name of this server until an administrator changes it. */
export const builtInName = 'Matinee';

export const serverSettings = {
  name: setting('server.name', text(1, 128), builtInName, 'Name of this server, as people see it.'),
};
