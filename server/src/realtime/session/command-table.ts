import type { DescMethod } from '@bufbuild/protobuf';
import { ClientMessageSchema } from '@matinee/contract/gen/service/client/realtime_pb.ts';
import { RoomService } from '@matinee/contract/gen/service/client/room_service_pb.ts';

/** Methods by the case of `ClientMessage.message` that carries their input. */
export type CommandTable = ReadonlyMap<string, DescMethod>;

/** Finds the commands: a case whose type is the input of a unary method of RoomService. A new one needs a line in the proto only. [RT11] */
export function makeCommandTable(): CommandTable {
  const byInput = new Map<string, DescMethod>();
  for (const method of RoomService.methods) {
    if (method.methodKind === 'unary') byInput.set(method.input.typeName, method);
  }
  const table = new Map<string, DescMethod>();
  for (const field of ClientMessageSchema.oneofs[0]?.fields ?? []) {
    const method = byInput.get(field.message?.typeName ?? '');
    if (method !== undefined) table.set(field.localName, method);
  }
  return table;
}
