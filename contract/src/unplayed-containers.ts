/** Containers that no browser plays as they are, and how the names of such files end. */
const endings: Readonly<Record<string, RegExp>> = {
  avi: /\.(?:avi|divx)$/i,
  asf: /\.(?:asf|wmv|wma)$/i,
  mpeg: /\.(?:mpe?g|m2v|vob)$/i,
  mpegts: /\.(?:m?ts|m2ts)$/i,
  rm: /\.rm(?:vb)?$/i,
};

/** The names of these containers. */
export const unplayedContainers: readonly string[] = Object.keys(endings);

/** The unplayable container of a file with this name or path; undefined: none. */
export function unplayedContainer(name: string): string | undefined {
  return unplayedContainers.find((container) => endings[container]!.test(name));
}
