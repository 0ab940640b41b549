/**
 * The smaller versions of a picture. They are known before they are made, so they can be listed wherever the picture is
 * shown. [FI53]
 */

export type VariantType = 'image/avif' | 'image/webp';

/** The sizes and types of variants for a kind of files. */
export interface Ladder {
  readonly widths: readonly number[];
  readonly types: readonly VariantType[];
}

export interface PlannedVariant {
  /** Width and extension, as in `320.webp`. */
  readonly name: string;
  readonly type: VariantType;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * From the largest to the smallest. A picture that is narrower than the ladder also has a version in its own width.
 * Pure.
 */
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

/** Undefined for a text that does not name a variant. */
export function parseVariantName(name: string): { width: number; type: VariantType } | undefined {
  const [, width, ending] = /^([1-9]\d{0,3})\.(avif|webp)$/.exec(name) ?? [];
  return width === undefined ? undefined : { width: Number(width), type: `image/${ending}` as VariantType };
}
