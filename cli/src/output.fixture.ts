/** Captures the output of a command in a test. */
import { vi } from 'vitest';

/** Captures standard output and standard error until `vi.restoreAllMocks()`. */
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
