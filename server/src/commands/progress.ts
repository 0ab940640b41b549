/** Progress on standard error: on a terminal one line that updates, otherwise one line per step. */
export function makeProgress(): { step(name: string): (share: number) => void; end(): void } {
  const { stderr } = process;
  let shown = -1;
  let isOpen = false;
  function end(): void {
    if (isOpen) stderr.write('\n');
    isOpen = false;
  }
  return {
    step(name) {
      end();
      shown = -1;
      if (!stderr.isTTY) stderr.write(`${name} …\n`);
      return (share) => {
        const percent = Math.floor(share * 100);
        if (!stderr.isTTY || percent === shown) return;
        shown = percent;
        isOpen = true;
        stderr.write(`\r${name} … ${percent} %`);
      };
    },
    end,
  };
}
