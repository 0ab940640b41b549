/** The lines of a text, one after the other, whatever ends them. */
export function* linesOf(text: string): Generator<string> {
  for (let start = 0; start <= text.length; ) {
    const end = nextBreak(text, start);
    yield text.slice(start, end);
    start = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1);
  }
}

function nextBreak(text: string, start: number): number {
  for (let place = start; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code === 10 || code === 13) return place;
  }
  return text.length;
}
