/** A message type with every kind of field, for tests of the codec. The contract itself does not use all kinds. */
import { create, createFileRegistry, type DescMessage } from '@bufbuild/protobuf';
import {
  FileDescriptorProtoSchema,
  file_google_protobuf_duration,
  file_google_protobuf_field_mask,
  file_google_protobuf_struct,
  file_google_protobuf_timestamp,
  file_google_protobuf_wrappers,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
} from '@bufbuild/protobuf/wkt';

const scalars = {
  double: Type.DOUBLE,
  float: Type.FLOAT,
  int64: Type.INT64,
  uint64: Type.UINT64,
  int32: Type.INT32,
  uint32: Type.UINT32,
  bool: Type.BOOL,
  string: Type.STRING,
  bytes: Type.BYTES,
  sint64: Type.SINT64,
} as const;

type Field = {
  readonly name: string;
  readonly type: Type;
  readonly label?: Label;
  readonly typeName?: string;
  readonly oneofIndex?: number;
  readonly proto3Optional?: boolean;
};

const singular: Field[] = Object.entries(scalars).map(([name, type]) => ({ name: `a_${name}`, type }));
const repeated: Field[] = Object.entries(scalars).map(([name, type]) => ({
  name: `many_${name}`,
  type,
  label: Label.REPEATED,
}));
const message = (name: string, typeName: string, more: Partial<Field> = {}): Field => ({
  name,
  type: Type.MESSAGE,
  typeName,
  ...more,
});
const fields: Field[] = [
  ...singular,
  ...repeated,
  { name: 'choice_text', type: Type.STRING, oneofIndex: 0 },
  message('choice_message', '.test.All', { oneofIndex: 0 }),
  { name: 'choice_bytes', type: Type.BYTES, oneofIndex: 0 },
  { name: 'maybe_count', type: Type.INT32, oneofIndex: 1, proto3Optional: true },
  { name: 'maybe_text', type: Type.STRING, oneofIndex: 2, proto3Optional: true },
  { name: 'color', type: Type.ENUM, typeName: '.test.Color' },
  { name: 'colors', type: Type.ENUM, typeName: '.test.Color', label: Label.REPEATED },
  message('child', '.test.All'),
  message('children', '.test.All', { label: Label.REPEATED }),
  message('counts', '.test.All.CountsEntry', { label: Label.REPEATED }),
  message('at', '.google.protobuf.Timestamp'),
  message('lasts', '.google.protobuf.Duration'),
  message('free', '.google.protobuf.Struct'),
  message('wrapped', '.google.protobuf.Int64Value'),
  message('any_value', '.google.protobuf.Value'),
  message('mask', '.google.protobuf.FieldMask'),
];

const proto = create(FileDescriptorProtoSchema, {
  name: 'test/all.proto',
  package: 'test',
  syntax: 'proto3',
  dependency: ['timestamp', 'duration', 'struct', 'wrappers', 'field_mask'].map(
    (name) => `google/protobuf/${name}.proto`,
  ),
  enumType: [
    {
      name: 'Color',
      value: ['UNSPECIFIED', 'RED', 'GREEN'].map((name, number) => ({ name: `COLOR_${name}`, number })),
    },
  ],
  messageType: [
    {
      name: 'All',
      field: fields.map((field, index) => ({
        label: Label.OPTIONAL,
        ...field,
        jsonName: camel(field.name),
        number: index + 1,
      })),
      oneofDecl: [{ name: 'choice' }, { name: '_maybe_count' }, { name: '_maybe_text' }],
      nestedType: [
        {
          name: 'CountsEntry',
          options: { mapEntry: true },
          field: [
            { name: 'key', number: 1, type: Type.STRING, label: Label.OPTIONAL },
            { name: 'value', number: 2, type: Type.INT32, label: Label.OPTIONAL },
          ],
        },
      ],
    },
  ],
});

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const imports = [
  file_google_protobuf_timestamp,
  file_google_protobuf_duration,
  file_google_protobuf_struct,
  file_google_protobuf_wrappers,
  file_google_protobuf_field_mask,
];

/** `test.All`. */
export const AllSchema = createFileRegistry(proto, (name) =>
  imports.find((file) => file.proto.name === name),
).getMessage('test.All') as DescMessage;
