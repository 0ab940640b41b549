/** Shows the progress of long work: a line that updates on a terminal, nothing elsewhere. */
export function makeProgress(): { show(text: string): void; end(): void } {
  const { stderr } = process;
  let width = 0;
  return {
    show(text) {
      if (!stderr.isTTY) return;
      stderr.write(`\r${text.padEnd(width)}`);
      width = text.length;
    },
    end() {
      if (width > 0) stderr.write(`\r${' '.repeat(width)}\r`);
      width = 0;
    },
  };
}
