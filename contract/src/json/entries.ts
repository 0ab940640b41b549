/**
 * Adds an entry to an object whose names come from users: `__proto__` becomes an ordinary name, never the prototype.
 */
export function putEntry<V>(object: Record<string, V>, key: string, value: V): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}
