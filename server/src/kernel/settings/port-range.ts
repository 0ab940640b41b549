/** Lowest and highest port. */
export type PortRange = readonly [number, number];

/**
 * Reads `50000-50199`: a range of `least` to `most` ports, from port 1024 on. Undefined if the text is not such a
 * range.
 */
export function readPorts(value: string, { least = 1, most = 65_535 } = {}): PortRange | undefined {
  const [, low, high] = /^(\d{4,5})-(\d{4,5})$/.exec(value) ?? [];
  const [first, last] = [Number(low), Number(high)];
  const count = last - first + 1;
  return first >= 1_024 && last <= 65_535 && count >= least && count <= most ? [first, last] : undefined;
}
