import type { DescField, DescMethod } from '@bufbuild/protobuf';
import { ClientMessageSchema } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';
import { operation_id } from '@matinee/contract/gen/service/meta/options_pb.ts';
import { markedField } from '@matinee/contract/methods.ts';

/** A method that frames can call. */
export interface CommandKind {
  readonly method: DescMethod;
  /** The field of the request for the frame's operation id, if the method has one. */
  readonly operationField: DescField | undefined;
}

/** Commands by the case of `ClientMessage.message` that carries their request. */
export type CommandTable = ReadonlyMap<string, CommandKind>;

/**
 * Finds the commands: the cases whose type is the input of a unary method of RoomService. A new command needs a line in
 * the proto file, and none here. [RT11]
 */
export function makeCommandTable(): CommandTable {
  const byInput = new Map<string, CommandKind>();
  for (const method of RoomService.methods) {
    if (method.methodKind !== 'unary') continue;
    const operationField = markedField(method.input, operation_id);
    byInput.set(method.input.typeName, { method, operationField });
  }
  const table = new Map<string, CommandKind>();
  for (const field of ClientMessageSchema.oneofs[0]?.fields ?? []) {
    const kind = byInput.get(field.message?.typeName ?? '');
    if (kind !== undefined) table.set(field.localName, kind);
  }
  return table;
}
