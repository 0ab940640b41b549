/** gRPC server reflection, v1 and v1alpha, so that grpcurl and similar tools need no proto files. [TR34] */
import { type DescFile, type DescService, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import type { Server, ServerDuplexStream, ServiceDefinition } from '@grpc/grpc-js';
import { ReflectionService } from '@grpc/reflection';

type Definition = ConstructorParameters<typeof ReflectionService>[0];
type Stream = ServerDuplexStream<unknown, unknown>;

/** A version of the reflection service. */
interface Version {
  readonly definition: ServiceDefinition;
  readonly handlers: { readonly ServerReflectionInfo: (stream: Stream) => void };
}

/**
 * Adds reflection for `services`, from their descriptors and those of all files they import. Indexes them at the first
 * request, since that takes longer than everything else of a start.
 */
export function addReflection(server: Server, services: readonly DescService[]): void {
  let indexed: Version[] | undefined;
  for (const [i, { definition }] of versionsOf(new ReflectionService({})).entries())
    server.addService(definition, {
      ServerReflectionInfo: (stream: Stream) => {
        indexed ??= versionsOf(makeReflection(services));
        indexed[i]!.handlers.ServerReflectionInfo(stream);
      },
    });
}

/** The services that the library would add to a server. */
function versionsOf(reflection: ReflectionService): Version[] {
  const found: Version[] = [];
  const taker = {
    addService: (definition: ServiceDefinition, handlers: Version['handlers']) =>
      void found.push({ definition, handlers }),
  };
  reflection.addToServer(taker as unknown as Server);
  return found;
}

function makeReflection(services: readonly DescService[]): ReflectionService {
  const files = new Map<string, DescFile>();
  for (const service of services) collect(service.file, files);
  const fileDescriptorProtos = [...files.values()].map(({ proto }) =>
    Buffer.from(toBinary(FileDescriptorProtoSchema, proto)),
  );
  // The reflection service reads only these bytes of a definition.
  const definition = { contract: { format: '', type: {}, fileDescriptorProtos } } as unknown as Definition;
  return new ReflectionService(definition, { services: services.map(({ typeName }) => typeName) });
}

/** Sorts files so that imports come before the files that import them. */
function collect(file: DescFile, files: Map<string, DescFile>): void {
  if (files.has(file.proto.name)) return;
  for (const imported of file.dependencies) collect(imported, files);
  files.set(file.proto.name, file);
}
