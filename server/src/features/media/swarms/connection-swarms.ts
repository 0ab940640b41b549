import type { RoomConnection } from '../../../kernel/call.ts';
import { swarmErrors } from './swarms.errors.ts';

/** Most streams that one connection exchanges: a few qualities and languages of what plays, and of what played a moment ago. */
const most = 16;

/** In how many swarms each connection of this process is. [SW3] */
export class ConnectionSwarms {
  readonly #names = new WeakMap<RoomConnection, Set<string>>();

  /** @throws AppError `swarms.too_many` */
  enter(connection: RoomConnection, name: string): void {
    const names = this.#names.get(connection) ?? new Set();
    if (names.size >= most && !names.has(name)) throw swarmErrors.too_many();
    this.#names.set(connection, names.add(name));
  }

  leave(connection: RoomConnection, name: string): void {
    this.#names.get(connection)?.delete(name);
  }
}
