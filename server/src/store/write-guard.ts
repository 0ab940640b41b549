import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Tells whether code runs inside a write. Tests use it to refuse what must not happen in a transaction: a nested write,
 * a query that bypasses the transaction, and any effect outside the database. It follows promises by AsyncLocalStorage,
 * which makes every promise cost more, so servers in production have none. [ST12] [ST29]
 */
export interface WriteGuard {
  /** Runs the work of a write. Code counts as inside until its promise settles. */
  run<R>(work: () => Promise<R>): Promise<R>;
  /** @throws Error inside a write; `instead` says what to do. */
  refuse(what: string, instead: string): void;
  /** `part` with methods that refuse to run inside a write. */
  protect<P extends object>(name: string, part: P): P;
}

/** A write to the database of `guard`. */
interface WriteScope {
  readonly guard: symbol;
  isOpen: boolean;
}

/**
 * The write in which the current work began. One for all databases: Node.js calls every AsyncLocalStorage at each new
 * promise, even those of servers that stopped long ago.
 */
const inside = new AsyncLocalStorage<WriteScope>();

const instead = 'do it before, or after by tx.afterCommit';

/** Makes the guard of one database. */
export function makeWriteGuard(): WriteGuard {
  const guard = Symbol('guard');

  function refuse(what: string, instead: string): void {
    const scope = inside.getStore();
    if (scope?.guard === guard && scope.isOpen) throw new Error(`${what} inside write(): ${instead}`);
  }

  return {
    run: (work) => {
      // Work that is not awaited keeps the scope of the write in which it began; after that write it counts as outside.
      const scope: WriteScope = { guard, isOpen: true };
      return inside.run(scope, work).finally(() => {
        scope.isOpen = false;
      });
    },
    refuse,
    protect: (name, part) =>
      new Proxy(part, {
        get(target, property) {
          const value: unknown = Reflect.get(target, property, target);
          if (typeof value !== 'function') return value;
          return (...given: unknown[]) => {
            refuse(`${name}.${String(property)}()`, instead);
            return Reflect.apply(value, target, given);
          };
        },
      }),
  };
}
