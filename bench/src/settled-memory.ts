/** Memory of a process after its garbage was collected. */
import { residentKib } from './process-usage.ts';

/** Wait until the process has given freed pages back to the system, in milliseconds. */
const settleMs = 1_500;

/**
 * Node arguments that make a process collect garbage on SIGUSR2. It does so twice, because only the second pass frees
 * the memory that finalizers held.
 */
export const collectable = [
  '--expose-gc',
  '--import',
  'data:text/javascript,process.on("SIGUSR2",()=>{gc();setImmediate(gc)})',
];

/** Memory of a `collectable` process that is in RAM, in KiB. */
export async function settledKib(pid: number): Promise<number> {
  for (let pass = 0; pass < 2; pass++) {
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    process.kill(pid, 'SIGUSR2');
  }
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  return residentKib(pid);
}
