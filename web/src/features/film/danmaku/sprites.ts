import type { DanmakuComment } from '@matinee/contract/gen/api.ts';

/** A comment as a picture. Sizes are pixels of the page. */
export interface Sprite {
  /** Drawn on first access: in a flood, most comments find no place. */
  readonly picture: HTMLCanvasElement;
  readonly width: number;
  readonly height: number;
  /** Height in lanes. */
  readonly lanes: number;
}

const scales = { small: 0.75, normal: 1, large: 1.4 } as const;
/** Height of a line and width of its outline, as shares of the letters' height. */
const lineHeight = 1.3;
const outline = 0.14;
/** No picture is wider, in pixels of the page. */
const widest = 4_000;

/** The height of a lane for letters of this height, in pixels. */
export function laneHeight(fontPixels: number): number {
  return Math.ceil(fontPixels * lineHeight);
}

/** Measures text. One for all comments. */
let ruler: CanvasRenderingContext2D | undefined;

/** A comment with an outline that stands off from any picture. */
export function makeSprite({ text, color, size }: DanmakuComment, fontPixels: number, density: number): Sprite {
  const letters = Math.round(fontPixels * scales[size]);
  const lane = laneHeight(fontPixels);
  const lanes = Math.max(1, Math.ceil((letters * lineHeight) / lane));
  const height = lanes * lane;
  const font = `600 ${letters}px system-ui, sans-serif`;
  ruler ??= document.createElement('canvas').getContext('2d')!;
  ruler.font = font;
  const edge = letters * outline;
  const width = Math.min(widest, Math.ceil(ruler.measureText(text).width + 2 * edge));
  let picture: HTMLCanvasElement | undefined;
  return {
    width,
    height,
    lanes,
    get picture() {
      picture ??= draw({ text, color, font, edge, width, height, density });
      return picture;
    },
  };
}

interface Drawn {
  readonly text: string;
  readonly color: string;
  readonly font: string;
  readonly edge: number;
  readonly width: number;
  readonly height: number;
  readonly density: number;
}

function draw({ text, color, font, edge, width, height, density }: Drawn): HTMLCanvasElement {
  const picture = document.createElement('canvas');
  const pen = picture.getContext('2d')!;
  picture.width = Math.ceil(width * density);
  picture.height = Math.ceil(height * density);
  // A new size resets the context.
  pen.scale(density, density);
  pen.font = font;
  pen.textBaseline = 'middle';
  pen.lineJoin = 'round';
  pen.lineWidth = 2 * edge;
  pen.strokeStyle = isDark(color) ? 'rgb(255 255 255 / 0.85)' : 'rgb(0 0 0 / 0.85)';
  pen.strokeText(text, edge, height / 2);
  pen.fillStyle = color;
  pen.fillText(text, edge, height / 2);
  return picture;
}

/** By the weights of ITU-R BT.601. */
function isDark(color: string): boolean {
  const value = Number.parseInt(color.slice(1), 16);
  const [red, green, blue] = [value >> 16, (value >> 8) & 0xff, value & 0xff];
  return 0.299 * red + 0.587 * green + 0.114 * blue < 60;
}
