/** Joins class names and leaves out absent ones. */
export function classNames(...names: readonly (string | false | undefined | null)[]): string {
  return names.filter(Boolean).join(' ');
}
