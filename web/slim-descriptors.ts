import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { type DescriptorProto, type FileDescriptorProto, FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import type { Plugin } from 'vite';

/** What the browser reads and writes in binary; everything else it sends as JSON, for which it needs types alone. */
const roots = ['.service.client.ClientMessage', '.service.client.ServerMessage'];

/** Number of `json_case`, `printed_name` and `enum_style`: the options that the JSON codec reads (service/meta/options.proto). */
const printing = 50001;

const written = /fileDesc\("([\w+/=]+)"/;

/** The descriptors of all files below `folder`, by the name of the file. */
function readDescriptors(folder: string): Map<string, FileDescriptorProto> {
  const files = new Map<string, FileDescriptorProto>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('_pb.ts')) continue;
    const [, text] = written.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
    if (text) files.set(join(folder, name), fromBinary(FileDescriptorProtoSchema, Buffer.from(text, 'base64')));
  }
  return files;
}

/** Names of the messages that a frame may hold. */
function usedMessages(files: Iterable<FileDescriptorProto>): Set<string> {
  const messages = new Map<string, DescriptorProto>();
  const note = (scope: string, message: DescriptorProto): void => {
    const name = `${scope}.${message.name}`;
    messages.set(name, message);
    for (const inner of message.nestedType) note(name, inner);
  };
  for (const file of files) for (const message of file.messageType) note(`.${file.package}`, message);
  const used = new Set(roots);
  for (const name of used) for (const { typeName } of messages.get(name)?.field ?? []) if (typeName) used.add(typeName);
  return used;
}

/** Drops the options that only the server and the documentation read. */
function keepPrinting(holder: { options?: { $unknown?: { no: number }[] | undefined } | undefined }): void {
  const { options } = holder;
  if (options?.$unknown) options.$unknown = options.$unknown.filter(({ no }) => no === printing);
}

/** Empties `message` unless it is used. Its name and place stay: generated code finds messages by their place. */
function slimMessage(scope: string, message: DescriptorProto, used: ReadonlySet<string>): void {
  const name = `${scope}.${message.name}`;
  for (const inner of message.nestedType) slimMessage(name, inner, used);
  if (!used.has(name)) {
    message.field = [];
    message.oneofDecl = [];
    delete message.options;
  }
  for (const holder of [message, ...message.field, ...message.oneofDecl]) keepPrinting(holder);
}

/** Takes out of the descriptors of `folder` what the browser does not read: it validates nothing, and knows no method. */
export function slimDescriptors(folder: string): Plugin {
  const files = readDescriptors(folder);
  const used = usedMessages(files.values());
  return {
    name: 'slim-descriptors',
    enforce: 'pre',
    transform(code, id) {
      const file = files.get(id);
      if (!file) return;
      if (file.package !== 'service.meta') {
        for (const message of file.messageType) slimMessage(`.${file.package}`, message, used);
        keepPrinting(file);
        for (const each of file.enumType.flatMap((kind) => [kind, ...kind.value])) keepPrinting(each);
      }
      const text = Buffer.from(toBinary(FileDescriptorProtoSchema, file)).toString('base64');
      return { code: code.replace(written, `fileDesc("${text}"`), map: null };
    },
  };
}
