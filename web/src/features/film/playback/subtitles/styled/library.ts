/** The parts of JASSUB that the worker uses: libass in WebAssembly, and what puts its pictures on a canvas. */
import defaultFont from 'jassub/dist/default.woff2?url';
import makeModule from 'jassub/dist/wasm/jassub-worker.js';
import usualCode from 'jassub/dist/wasm/jassub-worker.wasm?url';
import fastCode from 'jassub/dist/wasm/jassub-worker-modern.wasm?url';
import { Canvas2DRenderer } from 'jassub/dist/worker/renderers/2d-renderer.js';
import { WebGL1Renderer } from 'jassub/dist/worker/renderers/webgl1-renderer.js';
import { WebGL2Renderer } from 'jassub/dist/worker/renderers/webgl2-renderer.js';

/** A track and its renderer, as libass has them. */
export interface Track {
  createTrackMem(script: string): void;
  resizeCanvas(width: number, height: number, filmWidth: number, filmHeight: number): void;
  setMemoryLimits(glyphs: number, bitmapMegabytes: number): void;
  setThreads(count: number): number;
  addFont(name: string, place: number, length: number): void;
  reloadFonts(): void;
  getStyles(): Style[];
  setStyle(index: number, style: Style): void;
  /** Null: as before. */
  rawRender(seconds: number, isForced: number): Picture[] | null;
}

export interface Style {
  readonly Alignment: number;
  readonly MarginV: number;
}

type Picture = Parameters<Canvas2DRenderer['render']>[0][number];

interface Module {
  readonly _malloc: (bytes: number) => number;
  readonly JASSUB: new (width: number, height: number, defaultFamily: string) => Track;
}

/** The family of `defaultFont`, which has the letters of Latin, Greek, Cyrillic and Hebrew. */
const defaultFamily = 'liberation sans';
/** Most memory of libass, in pages of 64 KiB: 512 MiB. */
const maxPages = 8_192;

/** The bytes of a WebAssembly module with one relaxed SIMD instruction: browsers without these reject it. */
const zeros = Array.from({ length: 16 }, () => 0);
const body = [0, 253, 12, ...zeros, 253, 12, ...zeros, 253, 128, 2, 26, 11];
const head = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, body.length + 2, 1, body.length];

/** @param onLog gets each line that libass reports. @throws Error when the code cannot be loaded */
export async function loadTrack(fonts: readonly Uint8Array[], onLog: (line: string) => void): Promise<Track> {
  const font = fetch(defaultFont).then(async (answer) => {
    if (!answer.ok) throw new Error('the default font cannot be loaded');
    return new Uint8Array(await answer.arrayBuffer());
  });
  const isFast = WebAssembly.validate(Uint8Array.of(...head, ...body));
  const [{ _malloc, JASSUB }, usual] = await Promise.all([loadModule(isFast ? fastCode : usualCode, onLog), font]);
  const track = new JASSUB(1, 1, defaultFamily);
  track.setThreads(1);
  for (const [index, bytes] of [usual, ...fonts].entries()) {
    const place = _malloc(bytes.length);
    memory().set(bytes, place);
    track.addFont(`font-${index}`, place, bytes.length);
  }
  track.reloadFonts();
  return track;
}

/** The memory of libass: the module puts it here, also after it has grown. */
export function memory(): Uint8Array {
  return (self as unknown as { readonly HEAPU8RAW: Uint8Array }).HEAPU8RAW;
}

/**
 * Loads libass from `url` and bounds its memory. The module itself knows only one address of its code, and asks for all
 * the memory that there may be, so `fetch` and `WebAssembly.Memory` are others while it loads.
 */
async function loadModule(url: string, onLog: (line: string) => void): Promise<Module> {
  const { fetch, WebAssembly } = self;
  const { Memory } = WebAssembly;
  self.fetch = () => fetch(url);
  WebAssembly.Memory = class extends Memory {
    constructor(asked: WebAssembly.MemoryDescriptor) {
      super({ ...asked, maximum: maxPages });
    }
  };
  try {
    return (await makeModule({ __out: onLog, __err: onLog })) as Module;
  } finally {
    self.fetch = fetch;
    WebAssembly.Memory = Memory;
  }
}

/** Puts pictures of libass on a canvas, by the graphics card where it can. @param onLost it cannot any more */
export function makePainter(canvas: OffscreenCanvas, onLost: () => void) {
  canvas.addEventListener('webglcontextlost', onLost);
  const painter = painterFor();
  painter.setCanvas(canvas);
  return painter;
}

function painterFor() {
  const tried = new OffscreenCanvas(1, 1);
  if (tried.getContext('webgl2')) return new WebGL2Renderer();
  if (tried.getContext('webgl')?.getExtension('ANGLE_instanced_arrays')) return new WebGL1Renderer();
  return new Canvas2DRenderer();
}
