import { readFileSync } from 'node:fs';

/**
 * Maximum number of file descriptors (files and connections) of this process. Undefined where the system does not tell.
 */
export function descriptorLimit(path = '/proc/self/limits'): number | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  const soft = /^Max open files +(\d+) /m.exec(text)?.[1];
  return soft === undefined ? undefined : Number(soft);
}
