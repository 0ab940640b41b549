/** gRPC server reflection, v1 and v1alpha, so that grpcurl and similar tools need no proto files. [TR34] */
import { type DescFile, type DescService, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import type { Server } from '@grpc/grpc-js';
import { ReflectionService } from '@grpc/reflection';

type Definition = ConstructorParameters<typeof ReflectionService>[0];

/** Adds reflection for `services`, from their descriptors and those of all files they import. */
export function addReflection(server: Server, services: readonly DescService[]): void {
  const files = new Map<string, DescFile>();
  for (const service of services) collect(service.file, files);
  const fileDescriptorProtos = [...files.values()].map(({ proto }) =>
    Buffer.from(toBinary(FileDescriptorProtoSchema, proto)),
  );
  // The reflection service reads only these bytes of a definition.
  const definition = { contract: { format: '', type: {}, fileDescriptorProtos } } as unknown as Definition;
  new ReflectionService(definition, { services: services.map(({ typeName }) => typeName) }).addToServer(server);
}

/** Sorts files so that imports come before the files that import them. */
function collect(file: DescFile, files: Map<string, DescFile>): void {
  if (files.has(file.proto.name)) return;
  for (const imported of file.dependencies) collect(imported, files);
  files.set(file.proto.name, file);
}
