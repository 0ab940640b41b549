/** `path` without the slashes at its end. Takes linear time, because servers write the paths. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
