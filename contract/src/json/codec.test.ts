import { create, type DescMessage, equals, type JsonValue, type Message, toBinary, toJson } from '@bufbuild/protobuf';
import { TimestampSchema } from '@bufbuild/protobuf/wkt';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ChatEventKind, ChatMessageEventSchema, WatchChatEventsRequestSchema } from '../gen/service/client/chat_pb.ts';
import { AddMediaRequestSchema } from '../gen/service/client/library_pb.ts';
import { Permission, RoomMemberSchema, RoomRole } from '../gen/service/client/members_pb.ts';
import { ServerMessageSchema } from '../gen/service/client/realtime_pb.ts';
import { RoomAccess, RoomDiscoveryItemSchema } from '../gen/service/client/rooms_pb.ts';
import { LoginResponseSchema } from '../gen/service/client/sessions_pb.ts';
import { UpdateSettingsRequestSchema } from '../gen/service/client/settings_pb.ts';
import { allMethods } from '../methods.ts';
import { AllSchema } from './all-kinds.fixture.ts';
import { messages } from './messages.arbitrary.ts';
import { parseJson } from './parse.ts';
import { JsonParseError } from './parse-error.ts';
import { printJson } from './print.ts';
import { parseQuery } from './query.ts';

const everyType: DescMessage[] = [...new Set(allMethods().flatMap((method) => [method.input, method.output]))];

function overTheWire(desc: DescMessage, message: Message): Message {
  return parseJson(desc, JSON.parse(JSON.stringify(printJson(desc, message as never))));
}

function violations(work: () => unknown) {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(JsonParseError);
    return Object.fromEntries(
      (error as JsonParseError).violations.map(({ field, description }) => [field, description]),
    );
  }
  return {};
}

describe('[JS1] what is printed is read back', () => {
  test('every kind of field', () => {
    fc.assert(
      fc.property(messages(AllSchema, 2), (message) => {
        expect(toBinary(AllSchema, overTheWire(AllSchema, message))).toEqual(toBinary(AllSchema, message));
      }),
      { numRuns: 150 },
    );
  });

  test('every request and response of the contract', () => {
    for (const desc of everyType) {
      fc.assert(
        fc.property(messages(desc), (message) => equals(desc, overTheWire(desc, message), message)),
        { numRuns: 15 },
      );
    }
  });

  test('timestamps are printed as protobuf-es prints them', () => {
    fc.assert(
      fc.property(messages(TimestampSchema), (at) => {
        expect(printJson(TimestampSchema, at as never)).toBe(toJson(TimestampSchema, at as never));
      }),
    );
  });
});

describe('[JS2] parsers throw nothing but JsonParseError', () => {
  const only = (work: () => unknown) => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof JsonParseError) || error.violations.length === 0) throw error;
    }
  };
  const names = AllSchema.fields.flatMap((field) => [field.name, field.jsonName]);

  test('for any JSON', () => {
    const json = fc.jsonValue({ maxDepth: 4 });
    const nearly = fc.dictionary(fc.constantFrom(...names, '__proto__', 'constructor'), json);
    fc.assert(
      fc.property(fc.oneof(json, nearly), (value) => only(() => parseJson(AllSchema, value as JsonValue))),
      { numRuns: 500 },
    );
  });

  test('for any query', () => {
    const name = fc.oneof(fc.string(), fc.constantFrom(...names, 'child.child.a_int32', 'child.at', '__proto__'));
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string())), (entries) => only(() => parseQuery(AllSchema, entries))),
      { numRuns: 500 },
    );
  });

  test('for JSON that is nested as deep as a body allows', () => {
    const deep = JSON.parse(`${'{"child":'.repeat(50_000)}{}${'}'.repeat(50_000)}`);
    expect(Object.values(violations(() => parseJson(AllSchema, deep)))).toEqual(['is nested deeper than 64']);
    const free = JSON.parse(`{"free":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`);
    expect(Object.values(violations(() => parseJson(AllSchema, free)))).toEqual(['is nested deeper than 64']);
    const value = JSON.parse(`{"any_value":${'['.repeat(50_000)}${']'.repeat(50_000)}}`);
    expect(violations(() => parseJson(AllSchema, value))).toHaveProperty('any_value');
  });
});

describe('[JS3] names and values are those of the contract', () => {
  test('camel case in sign-in, snake case elsewhere, eventId by its override', () => {
    const login = create(LoginResponseSchema, { accessToken: 'a', mfa: { required: true, sessionId: 's' } });
    expect(printJson(LoginResponseSchema, login)).toEqual({
      accessToken: 'a',
      mfa: { required: true, session_id: 's', available_methods: [] },
    });
    const event = create(ChatMessageEventSchema, { eventId: '7', kind: ChatEventKind.SENT });
    expect(printJson(ChatMessageEventSchema, event)).toEqual({ eventId: '7', kind: 'sent' });
  });

  test('enum values by their style, the zero value not at all', () => {
    const member = create(RoomMemberSchema, { role: RoomRole.ADMIN, permissions: [Permission.VIEW_MEMBERS] });
    expect(printJson(RoomMemberSchema, member)).toMatchObject({ role: 'admin', permissions: ['view_members'] });
    expect(printJson(RoomMemberSchema, create(RoomMemberSchema))).not.toHaveProperty('role');
    const item = create(RoomDiscoveryItemSchema, { access: RoomAccess.SIGN_IN });
    expect(printJson(RoomDiscoveryItemSchema, item)).toMatchObject({ access: 'SIGN_IN' });
  });

  test('implicit default values are printed, unset optional fields are absent', () => {
    expect(printJson(RoomMemberSchema, create(RoomMemberSchema))).toEqual({
      user_id: '',
      username: '',
      permissions: [],
      added_permissions: [],
      removed_permissions: [],
      online: false,
      version: 0,
      remark_name: '',
      display_tag: '',
      display_name: '',
    });
    expect(printJson(AllSchema, create(AllSchema))).toMatchObject({
      a_int64: '0',
      a_double: 0,
      a_bytes: '',
      counts: {},
    });
  });

  test('a member of a oneof by its name, also when it is empty', () => {
    const frame = create(ServerMessageSchema, { message: { case: 'heartbeat', value: {} } });
    expect(printJson(ServerMessageSchema, frame)).toEqual({ heartbeat: {} });
  });

  test('64-bit integers are strings, doubles that are no number too', () => {
    const all = create(AllSchema, { aInt64: 2n ** 60n, aDouble: Number.NaN, manyDouble: [Number.NEGATIVE_INFINITY] });
    expect(printJson(AllSchema, all)).toMatchObject({
      a_int64: '1152921504606846976',
      a_double: 'NaN',
      many_double: ['-Infinity'],
    });
  });

  test('a map key __proto__ is an entry', () => {
    const counts = JSON.parse('{"__proto__": 1}');
    const printed = printJson(AllSchema, create(AllSchema, { counts }));
    expect(JSON.stringify((printed as Record<string, JsonValue>).counts)).toBe('{"__proto__":1}');
  });
});

describe('[JS4] what is accepted', () => {
  test.each(['after_event_sequence', 'afterEventSequence'])('the spelling %s', (name) => {
    expect(parseJson(WatchChatEventsRequestSchema, { [name]: '5' }).afterEventSequence).toBe(5n);
    expect(parseQuery(WatchChatEventsRequestSchema, [[name, '5']]).afterEventSequence).toBe(5n);
  });

  test.each([7, '7'])('the 64-bit integer %j', (value) => {
    expect(parseJson(AllSchema, { a_int64: value })).toMatchObject({ aInt64: 7n });
  });

  test.each(['red', 'COLOR_RED', 'RED', 1].slice(1))('the enum value %j', (color) => {
    expect(parseJson(AllSchema, { color })).toMatchObject({ color: 1 });
  });

  test.each(['admin', 'ADMIN', 'ROOM_ROLE_ADMIN', 3])('the role %j', (role) => {
    expect(parseJson(RoomMemberSchema, { role })).toMatchObject({ role: RoomRole.ADMIN });
  });

  test.each(['+/8=', '-_8', '-_8=', [251, 255]])('the bytes %j', (value) => {
    expect(parseJson(AllSchema, { a_bytes: value })).toMatchObject({ aBytes: new Uint8Array([251, 255]) });
  });

  test('null is unset', () => {
    expect(
      equals(AllSchema, parseJson(AllSchema, { child: null, color: null, a_int32: null }), create(AllSchema)),
    ).toBe(true);
  });

  test.each(['rtmp.advertiseAddress,server.name', 'rtmp.advertise_address, server.name'])(
    'the mask %j',
    (updateMask) => {
      const { paths } = parseJson(UpdateSettingsRequestSchema, { updateMask }).updateMask!;
      expect(paths).toEqual(['rtmp.advertise_address', 'server.name']);
    },
  );

  test('queries: repetition, dotted paths, booleans, times', () => {
    const message = parseQuery(AllSchema, [
      ['many_int32', '1'],
      ['many_int32', '2'],
      ['child.aBool', 'true'],
      ['child.child.color', '2'],
      ['at', '2026-01-02T03:04:05Z'],
    ]);
    expect(printJson(AllSchema, message)).toMatchObject({
      many_int32: [1, 2],
      at: '2026-01-02T03:04:05Z',
      child: { a_bool: true, child: { color: 'COLOR_GREEN' } },
    });
  });
});

describe('[JS5] what is refused, with the path as it was written', () => {
  test.each<[string, JsonValue, string]>([
    ['an unknown field', { no_such: 1 }, 'no_such'],
    ['__proto__', JSON.parse('{"__proto__": {}}'), '__proto__'],
    ['constructor', { constructor: 1 }, 'constructor'],
    ['both spellings', { a_int32: 1, aInt32: 1 }, 'aInt32'],
    ['two members of a oneof', { choice_text: '', choice_bytes: '' }, 'choice_bytes'],
    ['a number for a string', { child: { a_string: 5 } }, 'child.a_string'],
    ['half a surrogate pair', { a_string: '\ud800' }, 'a_string'],
    ['a string for a bool', { a_bool: 'true' }, 'a_bool'],
    ['a fraction for an integer', { a_int32: 1.5 }, 'a_int32'],
    ['an integer out of range', { a_uint32: -1 }, 'a_uint32'],
    ['an unsafe 64-bit number', { a_int64: 2 ** 60 }, 'a_int64'],
    ['a 64-bit integer out of range', { a_int64: '9223372036854775808' }, 'a_int64'],
    ['a float out of range', { a_float: 1e39 }, 'a_float'],
    ['bytes that are not base64', { a_bytes: 'a' }, 'a_bytes'],
    ['bytes beyond 255', { a_bytes: [256] }, 'a_bytes'],
    ['an unknown enum name', { color: 'MAUVE' }, 'color'],
    ['an item of a list', { children: [{}, {}, { a_int32: 'x' }] }, 'children[2].a_int32'],
    ['null in a list', { children: [null] }, 'children[0]'],
    ['an object for a list', { children: {} }, 'children'],
    ['a list for an object', { child: [] }, 'child'],
    ['a bad entry of a map', { counts: { a: 'x' } }, 'counts.a'],
    ['a bad time', { at: 'yesterday' }, 'at'],
    ['a number beyond all in a free object', { free: { a: [JSON.parse('1e400')] } }, 'free.a[0]'],
    ['__proto__ in a free object', { free: { a: JSON.parse('{"__proto__": 1}') } }, 'free.a.__proto__'],
    ['a list for a message', [], ''],
    ['a mask that is no path', { child: { mask: 'a..b' } }, 'child.mask'],
    ['a list for a mask', { mask: ['a'] }, 'mask'],
    ['null for a message', null, ''],
  ])('%s', (_what, json, path) => {
    expect(Object.keys(violations(() => parseJson(AllSchema, json)))).toEqual([path]);
  });

  test('all faults at once, but not more than 20', () => {
    expect(violations(() => parseJson(AddMediaRequestSchema, { source: { direct_url: { url: 1 } }, name: 2 }))).toEqual(
      {
        'source.direct_url.url': 'must be a string',
        name: 'must be a string',
      },
    );
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x${index}`, 1]));
    expect(Object.keys(violations(() => parseJson(AllSchema, many)))).toHaveLength(20);
  });

  test.each<[string, [string, string][], string]>([
    ['an unknown name', [['x', '1']], 'x'],
    [
      'a value twice',
      [
        ['a_int32', '1'],
        ['a_int32', '2'],
      ],
      'a_int32',
    ],
    [
      'two spellings',
      [
        ['many_int32', '1'],
        ['manyInt32', '2'],
      ],
      'manyInt32',
    ],
    ['two spellings of a parent', [['any_value', '1']], 'any_value'],
    ['a message as text', [['child', '{}']], 'child'],
    ['a field of a well-known message', [['at.seconds', '1']], 'at.seconds'],
    ['an empty number', [['a_int32', '']], 'a_int32'],
    ['__proto__', [['__proto__.x', '1']], '__proto__.x'],
  ])('in a query: %s', (_what, entries, path) => {
    expect(Object.keys(violations(() => parseQuery(AllSchema, entries)))).toEqual([path]);
  });
});
