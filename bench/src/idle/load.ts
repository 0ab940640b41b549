/** Many connections that send nothing after their opening, in their own process. */
import { Crowd, type CrowdOptions } from '../crowd.ts';
import { serveTasks } from '../worker.ts';

let crowd: Crowd | undefined;

const tasks = {
  async open(options: CrowdOptions): Promise<void> {
    crowd = new Crowd();
    await crowd.open(options);
  },
  close(): void {
    crowd?.close();
  },
};

export type IdleLoad = typeof tasks;
serveTasks(tasks);
