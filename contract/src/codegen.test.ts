import type { DescField, DescFile, DescMessage } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { file_service_client_room_service } from './gen/service/client/room_service_pb.ts';

/** `file`, and all that it imports, directly or not. */
function withImports(file: DescFile, found = new Set<DescFile>()): ReadonlySet<DescFile> {
  if (!found.has(file)) {
    found.add(file);
    for (const imported of file.dependencies) withImports(imported, found);
  }
  return found;
}

const all = withImports(file_service_client_room_service);

test('a file knows what it imports, and what that imports', () => {
  for (const file of all) {
    expect(file.dependencies.map(({ proto }) => proto.name)).toEqual(file.proto.dependency);
    for (const imported of file.dependencies)
      expect(imported.dependencies.length).toBe(imported.proto.dependency.length);
  }
  expect(all.size).toBeGreaterThan(20);
});

test('the type of a field is the one of its own file', () => {
  const typeOf = (field: DescField) => field.message ?? field.enum;
  const messages = (given: readonly DescMessage[]): DescMessage[] =>
    given.flatMap((message) => [message, ...messages(message.nestedMessages)]);
  const types = [...all]
    .flatMap((file) => messages(file.messages))
    .flatMap(({ fields }) => fields)
    .flatMap((field) => typeOf(field) ?? []);
  expect(types.length).toBeGreaterThan(100);
  expect(types.filter(({ file }) => !all.has(file)).map(({ typeName }) => typeName)).toEqual([]);
});
