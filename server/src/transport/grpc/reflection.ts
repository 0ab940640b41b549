/** gRPC server reflection, v1 and v1alpha, so that grpcurl and similar tools need no proto files. [TR34] */
import { type DescFile, type DescService, toBinary } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { type Server, type ServerDuplexStream, type ServiceDefinition, status } from '@grpc/grpc-js';
import type { ReflectionService } from '@grpc/reflection';

type Definition = ConstructorParameters<typeof ReflectionService>[0];
type Stream = ServerDuplexStream<Buffer, Buffer>;

/** A version of the reflection service, as the library adds it to a server. */
interface Version {
  readonly definition: ServiceDefinition;
  readonly handlers: { readonly ServerReflectionInfo: (stream: unknown) => void };
}

const paths = ['v1', 'v1alpha'].map((version) => `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`);
const asTheyAre = (bytes: Buffer) => bytes;

/**
 * Adds reflection for `services`, from their descriptors and those of all files they import. The library is loaded, and
 * the files are indexed, at the first request: that takes longer than the rest of the start.
 */
export function addReflection(server: Server, services: readonly DescService[]): void {
  let loading: Promise<readonly Version[]> | undefined;
  for (const path of paths) {
    const ServerReflectionInfo = {
      ...{ path, requestStream: true, responseStream: true },
      ...{ requestSerialize: asTheyAre, requestDeserialize: asTheyAre },
      ...{ responseSerialize: asTheyAre, responseDeserialize: asTheyAre },
    };
    const answer = async (stream: Stream) => {
      loading ??= makeReflection(services).then(versionsOf);
      const versions = await loading;
      serve(stream, versions.find(({ definition }) => definition['ServerReflectionInfo']?.path === path)!);
    };
    server.addService(
      { ServerReflectionInfo },
      { ServerReflectionInfo: (stream: Stream) => void answer(stream).catch((cause) => fail(stream, cause)) },
    );
  }
}

/** Lets the library answer a stream of bytes. */
function serve(stream: Stream, { definition, handlers }: Version): void {
  const { requestDeserialize, responseSerialize } = definition['ServerReflectionInfo']!;
  handlers.ServerReflectionInfo({
    on(event: string, hear: (value?: unknown) => void) {
      if (event !== 'data') return stream.on(event, hear);
      return stream.on(event, (bytes: Buffer) => {
        try {
          hear(requestDeserialize(bytes));
        } catch (cause) {
          fail(stream, cause);
        }
      });
    },
    write: (message: unknown) => stream.write(responseSerialize(message)),
    end: () => stream.end(),
  });
}

function fail(stream: Stream, cause: unknown): void {
  stream.emit('error', { code: status.INTERNAL, details: 'The request cannot be read.', cause });
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

async function makeReflection(services: readonly DescService[]): Promise<ReflectionService> {
  const { ReflectionService } = await import('@grpc/reflection');
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
