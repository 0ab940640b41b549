import { create, type DescMessage, equals, fromBinary, type JsonObject, toBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shapes } from '../gen/frames.ts';
import { ClientMessageSchema, ServerMessageSchema } from '../gen/service/client/realtime_pb.ts';
import { messages } from '../json/messages.arbitrary.ts';
import { printJson } from '../json/print.ts';
import { FrameError } from './bytes.ts';
import { makeReader } from './read.ts';
import { Kind, Presence, type Shapes } from './shapes.ts';
import { makeWriter } from './write.ts';

const read = makeReader(shapes);
const write = makeWriter(shapes);

/** `desc` and all message types that may be inside it. */
function inside(desc: DescMessage, known = new Map<string, DescMessage>()): Map<string, DescMessage> {
  if (known.has(desc.name) || desc.typeName.startsWith('google.')) return known;
  known.set(desc.name, desc);
  for (const { message } of desc.fields) if (message) inside(message, known);
  return known;
}

test('[FR1] every message of a server is read as the JSON printer prints it', () => {
  for (const desc of inside(ServerMessageSchema).values()) {
    fc.assert(
      fc.property(messages(desc), (message) => {
        const printed = JSON.parse(JSON.stringify(printJson(desc, message as never)));
        expect(read(desc.name, toBinary(desc, message))).toEqual(printed);
      }),
      { numRuns: 40 },
    );
  }
});

test('[FR2] every message of a client is written as what protobuf reads', () => {
  for (const desc of inside(ClientMessageSchema).values()) {
    fc.assert(
      fc.property(messages(desc), (message) => {
        const bytes = write(desc.name, printJson(desc, message as never) as JsonObject);
        expect(equals(desc, fromBinary(desc, bytes), message)).toBe(true);
      }),
      { numRuns: 40 },
    );
  }
});

/** A message of a newer server. */
const newer: Shapes = {
  messages: {
    Sample: {
      known: [1, Kind.STRING],
      far: [20, Kind.INT64, Presence.OPTIONAL],
      half: [3, Kind.DOUBLE, Presence.OPTIONAL],
    },
  },
  enums: {},
};
const older: Shapes = { messages: { Sample: { known: [1, Kind.STRING] } }, enums: {} };

describe('[FR3] frames of other versions', () => {
  test('fields that this build does not know are passed over', () => {
    const bytes = makeWriter(newer)('Sample', { far: '-5', half: 0.5, known: 'seen' });
    expect(makeReader(older)('Sample', bytes)).toEqual({ known: 'seen' });
    expect(makeReader(newer)('Sample', bytes)).toEqual({ known: 'seen', far: '-5', half: 0.5 });
  });

  test('a value of an enum that has no name yet stays a number', () => {
    const sample: Shapes = {
      messages: { Sample: { state: [1, Kind.ENUM, Presence.OPTIONAL, 'State'] } },
      enums: { State: {} },
    };
    const bytes = makeWriter(sample)('Sample', { state: 7 });
    expect(makeReader(sample)('Sample', bytes)).toEqual({ state: 7 });
  });
});

describe('[FR4] what is no frame', () => {
  const bytes = toBinary(
    ServerMessageSchema,
    create(ServerMessageSchema, { message: { case: 'commandDone', value: { clientOperationId: 'an operation' } } }),
  );

  test('a frame that ends too early is refused', () => {
    for (let length = 1; length < bytes.length; length += 1)
      expect(() => read('ServerMessage', bytes.subarray(0, length)), `${length} bytes`).toThrow(FrameError);
  });

  test('any bytes are read or refused, and nothing else happens', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        try {
          read('ServerMessage', noise);
        } catch (error) {
          expect([FrameError, RangeError]).toContain((error as Error).constructor);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('a field or a value that the contract does not have is refused', () => {
    expect(() => write('ClientMessage', { bogus: 1 })).toThrow('ClientMessage has no field bogus.');
    expect(() => write('ObserveResource', { delivery_mode: 'BOGUS' })).toThrow('DeliveryMode has no value BOGUS.');
  });
});

test('[FR5] `__proto__` is a name like any other', () => {
  const sample: Shapes = { messages: { Sample: { names: [1, Kind.STRING, Presence.MAP] } }, enums: {} };
  const names = JSON.parse('{ "__proto__": "a name" }');
  const message = makeReader(sample)('Sample', makeWriter(sample)('Sample', { names }));
  expect(Object.entries(message.names as JsonObject)).toEqual([['__proto__', 'a name']]);
});
