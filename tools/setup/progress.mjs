/** Shows the progress of steps: a changing line on a terminal, elsewhere separate lines from time to time. */

/** Without a terminal: time between two lines about the same step, in milliseconds. */
const quietMs = 15_000;

/**
 * Begins a step, such as `installing packages`. `stream` is standard error, because standard output has the answer of a
 * command.
 */
export function beginStep(name, stream = process.stderr) {
  const startedAtMs = performance.now();
  const isLiving = stream.isTTY && process.env.TERM !== 'dumb';
  const seconds = () => `${Math.round((performance.now() - startedAtMs) / 1_000)} s`;
  let detail = '';

  function draw() {
    const text = `${name}${detail && ` · ${detail}`} · ${seconds()}`;
    if (!isLiving) stream.write(`${text}\n`);
    else stream.write(`\r\x1b[2K${text.slice(0, (stream.columns ?? 80) - 1)}`);
  }

  if (!isLiving) stream.write(`${name} …\n`);
  else draw();
  const timer = setInterval(draw, isLiving ? 1_000 : quietMs);

  function end(text) {
    clearInterval(timer);
    if (isLiving) stream.write('\r\x1b[2K');
    if (text) stream.write(`${text}\n`);
  }

  return {
    /** How far the step is. */
    show(text) {
      detail = text;
      if (isLiving) draw();
    },
    done(text = name) {
      end(`${text} · done in ${seconds()}`);
    },
    /** Ends the step silently: a failure with its own words follows. */
    stop() {
      end('');
    },
  };
}
