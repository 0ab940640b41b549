/**
 * Reads `text/event-stream` (HTML Living Standard, "Server-sent events") by fetch, which can send a token;
 * `EventSource` cannot.
 */

/**
 * The data of each event of `response`, as JSON. Ends with the stream. @throws Error for an event of the type `error`,
 * and when the connection is lost.
 */
export async function* readEvents<T>(response: Response): AsyncGenerator<T> {
  for await (const block of readBlocks(response)) {
    const data = dataOf(block);
    if (data !== undefined) yield JSON.parse(data) as T;
  }
}

/** The lines of each event or comment. Ends with the stream. @throws Error when the connection is lost. */
export async function* readBlocks(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += value;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      yield* blocks;
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** The data of a block; undefined for a comment. @throws Error for an error of the server. */
export function dataOf(block: string): string | undefined {
  const lines = block.split('\n');
  if (lines.includes('event: error')) throw new Error('the server ended the stream');
  const data = lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice('data: '.length));
  return data.length === 0 ? undefined : data.join('\n');
}
