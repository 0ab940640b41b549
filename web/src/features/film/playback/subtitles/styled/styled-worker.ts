/**
 * Draws subtitles of SubStation Alpha on a canvas of the page. A file can be made so that drawing it never ends: then
 * the page ends this worker.
 */
import { scaleScript } from '@matinee/subtitles/scale-script.ts';
import { loadTrack, makePainter, memory, type Style, type Track } from './library.ts';
import type { Answer, DrawOrder, StartOrder } from './orders.ts';

/** Most glyphs, and most megabytes of their pictures, that libass keeps. */
const maxGlyphs = 5_000;
const maxPictureMegabytes = 64;
/** The height for which a file was made that does not say so. */
const usualHeight = 288;

let track: Track;
let painter: ReturnType<typeof makePainter>;
let base: readonly Style[] = [];
let madeHeight = usualHeight;
/** Whether the fonts lack a letter of the last picture. */
let lacksLetters = false;

const tell = (answer: Answer) => self.postMessage(answer);

self.onmessage = ({ data }: MessageEvent<StartOrder | DrawOrder>) => {
  if (data.kind === 'start') void start(data).then(tell, () => tell('failed'));
  else
    try {
      tell(draw(data));
    } catch {
      tell('failed');
    }
};

async function start({ canvas, fonts }: StartOrder): Promise<Answer> {
  track = await loadTrack(fonts, read);
  track.setMemoryLimits(maxGlyphs, maxPictureMegabytes);
  painter = makePainter(canvas, () => tell('failed'));
  return 'loaded';
}

/** Reads a log line of libass, which names characters without a font. Invisible characters do not count. */
function read(line: string): void {
  const [, code] = /failed to find any fallback with glyph 0x([0-9a-f]{1,6})/i.exec(line) ?? [];
  if (code === undefined) return;
  const character = String.fromCodePoint(Number.parseInt(code, 16));
  if (!/[\p{C}\p{Z}\p{DI}]/u.test(character)) lacksLetters = true;
}

function draw({ script, size, raise, time }: DrawOrder): Answer {
  if (script) {
    track.createTrackMem(scaleScript(script.text, script.factor));
    base = track.getStyles();
    madeHeight = Number(/^PlayResY:\s{0,9}(\d{1,5})/im.exec(script.text)?.[1]) || usualHeight;
  }
  if (size) {
    track.resizeCanvas(size.width, size.height, size.filmWidth, size.filmHeight);
    painter.resizeCanvas(size.width, size.height);
  }
  if (raise !== undefined) raiseBy(raise);
  const lackedLetters = lacksLetters;
  lacksLetters = false;
  const pictures = track.rawRender(time, size ? 1 : 0);
  if (!pictures) lacksLetters ||= lackedLetters;
  if (lacksLetters) painter.render([], memory());
  else if (pictures) painter.render(pictures, memory());
  return lacksLetters ? 'letters' : 'drawn';
}

/**
 * Raises texts at the lower edge above the controls, by `part` of the height. In alignments of libass, bit 4 means top
 * and bit 8 middle.
 */
function raiseBy(part: number): void {
  for (const [index, style] of base.entries())
    if ((style.Alignment & 12) === 0)
      track.setStyle(index, { ...style, MarginV: Math.round(style.MarginV + part * madeHeight) });
}
