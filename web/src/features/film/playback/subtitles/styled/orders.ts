/** What the page and the worker that draws tell each other. Each order has one answer. */

/** The first order. */
export interface StartOrder {
  readonly kind: 'start';
  readonly canvas: OffscreenCanvas;
  /** Fonts that the film brings. */
  readonly fonts: readonly Uint8Array[];
}

/** What is to be seen. What is left out is as in the order before. */
export interface DrawOrder {
  readonly kind: 'draw';
  readonly script?: ScaledScript;
  readonly size?: DrawnSize;
  /** How far the lower texts are raised, as a part of the height. */
  readonly raise?: number;
  /** Seconds of the subtitles. */
  readonly time: number;
}

export interface ScaledScript {
  /** A file of SubStation Alpha. */
  readonly text: string;
  /** How large speech is against the file. */
  readonly factor: number;
}

/** In pixels. */
export interface DrawnSize {
  readonly width: number;
  readonly height: number;
  readonly filmWidth: number;
  readonly filmHeight: number;
}

/**
 * `loaded`: the library is here, and from now on each order takes a short time. `letters`: the fonts lack some, and
 * nothing is drawn at this time.
 */
export type Answer = 'loaded' | 'drawn' | 'letters' | 'failed';
