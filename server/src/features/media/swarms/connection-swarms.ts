import type { RoomConnection } from '../../../kernel/call.ts';
import { swarmErrors } from './swarms.errors.ts';

/** Most swarms of one connection: a few qualities and languages of the current item, and of the one before it. */
const most = 16;

/** Counts the swarms of each connection of this process. [SW3] */
export class ConnectionSwarms {
  readonly #names = new WeakMap<RoomConnection, Set<string>>();

  /** @throws AppError `swarms.too_many` */
  join(connection: RoomConnection, name: string): void {
    const names = this.#names.get(connection) ?? new Set();
    if (names.size >= most && !names.has(name)) throw swarmErrors.too_many();
    this.#names.set(connection, names.add(name));
  }

  leave(connection: RoomConnection, name: string): void {
    this.#names.get(connection)?.delete(name);
  }
}
