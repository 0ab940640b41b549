/** Runs once before the first test, and returns what runs after the last one. */
import { makeMemoryFolder } from './memory-folder.ts';
import { prepareModules } from './prepared-modules.ts';

export async function setup(): Promise<() => void> {
  await prepareModules();
  return makeMemoryFolder();
}
