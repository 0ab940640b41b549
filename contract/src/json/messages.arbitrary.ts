/** fast-check arbitraries of messages of any type, made from its descriptor. */
import { create, type DescField, type DescMessage, type Message, ScalarType } from '@bufbuild/protobuf';
import { isWrapperDesc } from '@bufbuild/protobuf/wkt';
import fc from 'fast-check';

type Fields = Record<string, unknown>;

/** Messages of type `desc`, nested at most `depth` deep. Enum fields hold named values other than zero. */
export function messages(desc: DescMessage, depth = 3): fc.Arbitrary<Message> {
  switch (desc.typeName) {
    case 'google.protobuf.Timestamp':
      return fc
        .record({ seconds: fc.bigInt(-62_135_596_800n, 253_402_300_799n), nanos: nanos() })
        .map((init) => create(desc, init));
    case 'google.protobuf.Duration':
      return fc.record({ seconds: fc.bigInt(0n, 315_576_000_000n), nanos: nanos() }).map((init) => create(desc, init));
    case 'google.protobuf.FieldMask':
      return fc
        .array(fc.stringMatching(/^[a-z]{1,5}(_[a-z]{1,5})?(\.[a-z]{1,5}(_[a-z]{1,5})?)?$/), { maxLength: 3 })
        .map((paths) => create(desc, { paths } as never));
    case 'google.protobuf.Value':
      return fc
        .oneof(
          fc.record({ case: fc.constant('stringValue'), value: text() }),
          fc.record({ case: fc.constant('numberValue'), value: number() }),
          fc.record({ case: fc.constant('boolValue'), value: fc.boolean() }),
          fc.constant({ case: 'nullValue', value: 0 }),
        )
        .map((kind) => create(desc, { kind } as never));
  }
  const record: Record<string, fc.Arbitrary<(message: Fields) => void>> = {};
  for (const field of desc.fields) {
    if (field.message && depth === 0) continue;
    record[field.localName] = fc.option(value(field, depth), { nil: undefined }).map((chosen) => (message) => {
      if (chosen === undefined) return;
      if (field.oneof) message[field.oneof.localName] = { case: field.localName, value: chosen };
      else message[field.localName] = chosen;
    });
  }
  return fc.record(record).map((puts) => {
    const message = create(desc);
    for (const put of Object.values(puts)) put(message as unknown as Fields);
    return message;
  });
}

function value(field: DescField, depth: number): fc.Arbitrary<unknown> {
  switch (field.fieldKind) {
    case 'scalar':
      return scalar(field.scalar);
    case 'enum':
      return enumValue(field);
    case 'list':
      return fc.array(item(field, depth), { maxLength: 3 });
    case 'map':
      return fc.dictionary(
        text().filter((key) => key !== '__proto__'),
        item(field, depth),
        { maxKeys: 3, noNullPrototype: true },
      );
    case 'message':
      if (isWrapperDesc(field.message) && !field.oneof) return scalar(field.message.fields[0]?.scalar as ScalarType);
      return item(field, depth);
  }
}

function item(field: DescField, depth: number): fc.Arbitrary<unknown> {
  if (field.message?.typeName === 'google.protobuf.Struct') return plainObject();
  if (field.message) return messages(field.message, depth - 1);
  return field.enum ? enumValue(field) : scalar(field.scalar as ScalarType);
}

function enumValue(field: DescField): fc.Arbitrary<number> {
  const numbers = field.enum?.values.map(({ number }) => number).filter((number) => number !== 0) ?? [];
  return fc.constantFrom(...numbers);
}

function plainObject(): fc.Arbitrary<unknown> {
  return (
    fc
      .dictionary(text(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4, noNullPrototype: true })
      // Go through JSON once, because it has no negative zero.
      .map((object) => JSON.parse(JSON.stringify(object).replaceAll('__proto__', 'proto')))
  );
}

function nanos(): fc.Arbitrary<number> {
  return fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 999 }).map((ms) => ms * 1_000_000),
    fc.integer({ min: 0, max: 999_999_999 }),
  );
}

function text(): fc.Arbitrary<string> {
  return fc.string({ unit: 'grapheme' });
}

function number(): fc.Arbitrary<number> {
  return fc.double({ noNaN: true, noDefaultInfinity: true }).map(positiveZero);
}

/** JSON prints negative zero as `0`. */
function positiveZero(value: number): number {
  return value + 0;
}

function scalar(type: ScalarType): fc.Arbitrary<unknown> {
  switch (type) {
    case ScalarType.STRING:
      return text();
    case ScalarType.BOOL:
      return fc.boolean();
    case ScalarType.BYTES:
      return fc.uint8Array({ maxLength: 40 });
    case ScalarType.DOUBLE:
      return fc.double({ noNaN: true }).map(positiveZero);
    case ScalarType.FLOAT:
      return fc.float({ noNaN: true }).map(positiveZero);
    case ScalarType.UINT32:
    case ScalarType.FIXED32:
      return fc.nat(4_294_967_295 >>> 0);
    case ScalarType.INT32:
    case ScalarType.SINT32:
    case ScalarType.SFIXED32:
      return fc.integer();
    case ScalarType.UINT64:
    case ScalarType.FIXED64:
      return fc.bigInt(0n, 2n ** 64n - 1n);
    default:
      return fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n);
  }
}
