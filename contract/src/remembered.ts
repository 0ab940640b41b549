/**
 * Caches the result of `read` for each descriptor. Without it, each access to an option decodes it again, which takes
 * as long as validating a small message.
 */
export function remembered<Desc extends object, T>(read: (desc: Desc) => T): (desc: Desc) => T {
  const known = new WeakMap<Desc, { readonly value: T }>();
  return (desc) => {
    let found = known.get(desc);
    if (found === undefined) {
      found = { value: read(desc) };
      known.set(desc, found);
    }
    return found.value;
  };
}
