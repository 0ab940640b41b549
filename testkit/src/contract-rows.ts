/** Short forms of the rows that most tables hold. */
import type { JsonObject } from '@bufbuild/protobuf';
import type { FromWorld, Row } from './contract-table.ts';
import type { Actor } from './world.ts';

/** A call that succeeds, with at least `ok` in its answer. `call`: `RoomService.SendChatMessage`. */
export function works(
  name: string,
  as: Actor,
  call: string,
  request: NonNullable<Row['request']> = {},
  ok: FromWorld<JsonObject> = {},
  keep: Row['keep'] = {},
): Row {
  return { name, as, call, request, expect: { ok }, keep };
}

/** A call that is refused for the reason `error`. */
export function refused(
  name: string,
  as: Actor,
  call: string,
  request: NonNullable<Row['request']>,
  error: string,
): Row {
  return { name, as, call, request, expect: { error } };
}

/** The same for the calls of one service, which are then named without it. */
export function rowsOf(service: string): { readonly works: typeof works; readonly refused: typeof refused } {
  return {
    works: (name, as, method, ...rest) => works(name, as, `${service}.${method}`, ...rest),
    refused: (name, as, method, ...rest) => refused(name, as, `${service}.${method}`, ...rest),
  };
}

/** The owner changes settings of the room. */
export function changeRoomSettings(name: string, settings: JsonObject): Row {
  return works(name, 'owner', 'RoomService.UpdateRoomSettings', { settings });
}
