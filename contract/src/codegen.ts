/**
 * What generated code is made of. All of it is the library's, except that a file is described without visiting the
 * imports of its imports: the library visits each way to each of them, and there are thousands of ways.
 */
import type { DescFile } from '@bufbuild/protobuf';
import { fileDesc as describeFile, type GenFile } from '@bufbuild/protobuf/codegenv2';

export type { GenEnum, GenExtension, GenFile, GenMessage, GenService } from '@bufbuild/protobuf/codegenv2';
export { enumDesc, extDesc, messageDesc, serviceDesc } from '@bufbuild/protobuf/codegenv2';

/**
 * The descriptor of a file from its serialized form in base64. A file names only types of the files that it imports
 * itself, so it is described as if these imported nothing.
 */
export function fileDesc(base64: string, imports: DescFile[] = []): GenFile {
  const file = describeFile(
    base64,
    imports.map((imported) => ({ ...imported, dependencies: [] })),
  );
  return Object.assign(file, { dependencies: imports });
}
