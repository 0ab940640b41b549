import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Tells whether code runs inside of a write. With it, tests refuse what must not happen in a transaction: another
 * write, a query past the transaction, and everything outside the database. It follows promises by AsyncLocalStorage,
 * which makes every promise cost more, so a server in production has none. [ST12] [ST29]
 */
export interface WriteGuard {
  /** Runs the work of a write. It counts as inside until its promise settles. */
  run<R>(work: () => Promise<R>): Promise<R>;
  /** @throws Error inside of a write; `instead` says what to do. */
  refuse(what: string, instead: string): void;
  /** `part` with methods that refuse to run inside of a write. */
  protect<P extends object>(name: string, part: P): P;
}

/** A write of the database of `guard`. */
interface WriteScope {
  readonly guard: symbol;
  isOpen: boolean;
}

/**
 * The write in which the present work began. One for all databases: Node.js asks every AsyncLocalStorage at each new
 * promise, also those of servers that have stopped long ago.
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
      // Work that is not awaited keeps the store of the write in which it began; what it does afterwards is outside.
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
