/** What a command writes, while a test runs. */
import { vi } from 'vitest';

/** Takes what is written to standard output and standard error until `vi.restoreAllMocks()`. */
export function captureOutput(): { out: string; err: string } {
  const said = { out: '', err: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    said.out += text;
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said.err += text;
    return true;
  });
  return said;
}
