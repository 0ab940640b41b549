/** Which smaller pictures there are of one. They are known before they are made, so that whoever shows a picture can name them at once. [FI53] */

export type VariantType = 'image/avif' | 'image/webp';

/** Of a kind of files. */
export interface Ladder {
  readonly widths: readonly number[];
  readonly types: readonly VariantType[];
}

export interface PlannedVariant {
  /** Width and ending, as in `320.webp`. */
  readonly name: string;
  readonly type: VariantType;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** From the largest to the smallest. A picture that is less wide than the ladder has one of its own width too. Pure. */
export function planVariants({ widths, types }: Ladder, { width, height }: Size): PlannedVariant[] {
  const fitting = new Set(widths.map((step) => Math.min(step, width)));
  return [...fitting]
    .sort((a, b) => b - a)
    .flatMap((step) =>
      types.map((type) => ({
        name: variantName(step, type),
        type,
        width: step,
        height: Math.max(1, Math.round((height * step) / width)),
      })),
    );
}

export function variantName(width: number, type: string): string {
  return `${width}.${type.slice('image/'.length)}`;
}

/** Undefined for what is no name of a variant. */
export function parseVariantName(name: string): { width: number; type: VariantType } | undefined {
  const [, width, ending] = /^([1-9]\d{0,3})\.(avif|webp)$/.exec(name) ?? [];
  return width === undefined ? undefined : { width: Number(width), type: `image/${ending}` as VariantType };
}
