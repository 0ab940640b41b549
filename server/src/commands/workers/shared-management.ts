import { rm } from 'node:fs/promises';
import type { Config } from '../../kernel/config/config-keys.ts';
import type { Part } from '../../kernel/lifecycle.ts';
import { managementPaths } from '../../store/embedded/management-paths.ts';
import { removeDeadSocket } from '../../transport/management/dead-socket.ts';

/** The files of the management endpoint, on whose socket all workers listen. They exist as long as this process. */
export function sharedManagement(config: Config, dataDir: string): Part[] {
  if (!config['management.enabled']) return [];
  const paths = () => managementPaths(dataDir, config['management.socket']);
  return [
    {
      name: 'files of the management endpoint',
      start: async () => removeDeadSocket((await paths()).socketPath),
      stop: async () => {
        const { socketPath, noticePath } = await paths();
        await Promise.all([socketPath, noticePath].map((path) => rm(path, { force: true })));
      },
    },
  ];
}
