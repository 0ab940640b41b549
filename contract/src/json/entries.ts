/** Adds an entry to an object of names that people chose: `__proto__` is one like any other, and never the prototype. */
export function putEntry<V>(object: Record<string, V>, key: string, value: V): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}
