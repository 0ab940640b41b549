import { create, type DescMessage, equals, fromBinary, type JsonObject, toBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientMessage, serverMessage, shapes } from '../gen/frames.ts';
import { ClientMessageSchema, ServerMessageSchema } from '../gen/service/client/realtime_pb.ts';
import { messages } from '../json/messages.arbitrary.ts';
import { printJson } from '../json/print.ts';
import { printedName } from '../naming.ts';
import { FrameError } from './bytes.ts';
import { unpackShapes } from './packed-shapes.ts';
import { makeReader } from './read.ts';
import { Kind } from './shapes.ts';
import { makeWriter } from './write.ts';

const read = makeReader(shapes);
const write = makeWriter(shapes);

/** The message type at `place` and all that may be inside it, by their places. */
function inside(desc: DescMessage, place: number, known = new Map<number, DescMessage>()): Map<number, DescMessage> {
  if (known.has(place)) return known;
  known.set(place, desc);
  for (const field of desc.fields) {
    const [, kind, , of] = shapes.messages[place]![printedName(field)]!;
    if (field.message && kind === Kind.MESSAGE) inside(field.message, of!, known);
  }
  return known;
}

test('[FR1] every message of a server is read as the JSON printer prints it', () => {
  for (const [place, desc] of inside(ServerMessageSchema, serverMessage)) {
    fc.assert(
      fc.property(messages(desc), (message) => {
        const printed = JSON.parse(JSON.stringify(printJson(desc, message as never)));
        expect(read(place, toBinary(desc, message))).toEqual(printed);
      }),
      { numRuns: 40 },
    );
  }
});

test('[FR2] every message of a client is written as what protobuf reads', () => {
  for (const [place, desc] of inside(ClientMessageSchema, clientMessage)) {
    fc.assert(
      fc.property(messages(desc), (message) => {
        const bytes = write(place, printJson(desc, message as never) as JsonObject);
        expect(equals(desc, fromBinary(desc, bytes), message)).toBe(true);
      }),
      { numRuns: 40 },
    );
  }
});

/** A message of a newer server, and of an older one. */
const newer = unpackShapes(['known far:l?=20 half:d?=3'], []);
const older = unpackShapes(['known'], []);

describe('[FR3] frames of other versions', () => {
  test('fields that this build does not know are passed over', () => {
    const bytes = makeWriter(newer)(0, { far: '-5', half: 0.5, known: 'seen' });
    expect(makeReader(older)(0, bytes)).toEqual({ known: 'seen' });
    expect(makeReader(newer)(0, bytes)).toEqual({ known: 'seen', far: '-5', half: 0.5 });
  });

  test('a value of an enum that has no name yet stays a number', () => {
    const sample = unpackShapes(['state:e?0'], ['']);
    const bytes = makeWriter(sample)(0, { state: 7 });
    expect(makeReader(sample)(0, bytes)).toEqual({ state: 7 });
  });
});

describe('[FR4] what is no frame', () => {
  const bytes = toBinary(
    ServerMessageSchema,
    create(ServerMessageSchema, { message: { case: 'commandDone', value: { clientOperationId: 'an operation' } } }),
  );

  test('a frame that ends too early is refused', () => {
    for (let length = 1; length < bytes.length; length += 1)
      expect(() => read(serverMessage, bytes.subarray(0, length)), `${length} bytes`).toThrow(FrameError);
  });

  test('any bytes are read or refused, and nothing else happens', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        try {
          read(serverMessage, noise);
        } catch (error) {
          expect([FrameError, RangeError]).toContain((error as Error).constructor);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('a field or a value that the contract does not have is refused', () => {
    expect(() => write(clientMessage, { bogus: 1 })).toThrow('The contract has no field bogus here.');
    const observe = { delivery_mode: 'BOGUS' };
    expect(() => write(clientMessage, { observeResource: observe })).toThrow('The contract has no value BOGUS here.');
  });
});

test('[FR5] `__proto__` is a name like any other', () => {
  const sample = unpackShapes(['names:%'], []);
  const names = JSON.parse('{ "__proto__": "a name" }');
  const message = makeReader(sample)(0, makeWriter(sample)(0, { names }));
  expect(Object.entries(message.names as JsonObject)).toEqual([['__proto__', 'a name']]);
});
