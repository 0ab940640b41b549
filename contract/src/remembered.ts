/** Remembers what `read` gives for each descriptor. Reading an option takes as long as validating a small message, since it is decoded anew. */
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
