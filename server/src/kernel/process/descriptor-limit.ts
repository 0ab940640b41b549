import { readFileSync } from 'node:fs';

/** How many descriptors (files and connections) the system grants this process. Undefined where it does not say. */
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
