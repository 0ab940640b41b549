import { MediaSourceSchema } from '@matinee/contract/gen/service/provider/media_source_pb.ts';
import { allMethods, methodName, routesOf } from '@matinee/contract/methods.ts';
import { hiddenCharacters } from '@matinee/contract/shown-text.ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterEach, describe, expect, test } from 'vitest';
import { describeApi } from './openapi/document.ts';
import { writeOut } from './openapi/unicode-patterns.ts';
import { callErrors } from './pipeline/pipeline.errors.ts';
import { type Running, startTransport } from './transport.fixture.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read as a client reads it
const document = describeApi(allMethods(), '1.2.3') as any;
const { schemas } = document.components;

/** The pattern of a text, and those of the referenced schemas. */
function patternsOf({ pattern, $ref, allOf = [] }: { pattern?: string; $ref?: string; allOf?: object[] }): string[] {
  const own = $ref === undefined ? pattern : schemas[$ref.split('/').at(-1) as string].pattern;
  return [...(own === undefined ? [] : [own]), ...allOf.flatMap(patternsOf)];
}

describe('the OpenAPI document', () => {
  let running: Running | undefined;
  afterEach(() => running?.stop());

  test('[TR50] is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    expect([valid, errors]).toEqual([true, undefined]);
    expect(validator.version).toBe('3.1');
  });

  test('[TR50] every reference has its schema', () => {
    const references = JSON.stringify(document).match(/#\/components\/[^"]+/g) ?? [];
    for (const reference of references) {
      const [, , group, name] = reference.split('/') as [string, string, string, string];
      expect([reference, document.components[group][name] !== undefined]).toEqual([reference, true]);
    }
  });

  test('[TR50] is served as it is made', async () => {
    running = await startTransport();
    const response = await fetch(`${running.url}/api-docs/openapi.json`);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect((await response.json()).paths['/api/rooms/{roomId}']).toEqual(document.paths['/api/rooms/{roomId}']);
  });

  test('[TR51] has every route once, under ids that differ', () => {
    const ids: string[] = [];
    for (const method of allMethods()) {
      for (const { path, verb } of routesOf(method)) {
        const shown = path.replaceAll(/_([a-z])(?=[a-z_]*\})/g, (_, letter: string) => letter.toUpperCase());
        const operation = document.paths[shown][verb.toLowerCase()];
        expect(operation.operationId).toContain(methodName(method).replace('.', '_'));
        ids.push(operation.operationId);
      }
    }
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('[TR51] says who may call', () => {
    const security = (path: string, verb: string) => document.paths[path][verb].security;
    expect(security('/api/public/time', 'get')).toEqual([]);
    expect(security('/api/rooms/discover', 'get')).toEqual([{}, { bearer: [] }]);
    expect(security('/api/user/rooms/discover', 'get')).toEqual([{ bearer: [] }]);
    expect(security('/api/rooms/{roomId}/chat/messages', 'post')).toEqual([{ bearer: [] }]);
  });

  test('[TR52] names are the printed ones, bounds those of the contract', () => {
    expect(schemas.SendChatMessageRequest).toMatchObject({
      additionalProperties: false,
      required: ['client_message_id'],
      properties: {
        client_message_id: { type: 'string', minLength: 1, maxLength: 64 },
        content: { type: ['string', 'null'], maxLength: 500 },
        display_position: { enum: ['', 'scroll', 'top', 'bottom', null] },
        display_color: { pattern: '^(#[0-9a-fA-F]{6})?$' },
      },
    });
    expect(schemas.SendChatMessageRequest.properties).not.toHaveProperty('room_id');
    expect(schemas.ChatMessageEvent.properties).toHaveProperty('eventId');
    expect(Object.keys(schemas.LoginResponse.properties)).toContain('accessToken');
    expect(schemas.RoomMember.properties.role).toEqual({
      type: 'string',
      enum: ['guest', 'member', 'admin', 'creator'],
    });
  });

  test('[TR52] enum values that a request may not have are not listed', () => {
    const { role } = schemas.UpdateMemberPermissionsRequest.properties;
    expect(role.anyOf[0]).toEqual({ type: 'string', enum: ['member', 'admin'] });
    expect(role.anyOf[1].enum).toEqual(['ROOM_ROLE_MEMBER', 'MEMBER', 'ROOM_ROLE_ADMIN', 'ADMIN', 2, 3]);
    expect(role.anyOf[2]).toEqual({ type: 'null' });
    expect(schemas.UpdateUserRoleRequest.properties.role.anyOf[1].enum).not.toContain(0);
  });

  test('[TR52] what a request may leave out may be null, and nothing else', () => {
    const { properties } = schemas.SendChatMessageRequest;
    expect(properties.client_message_id.type).toBe('string');
    expect(properties.content.type).toEqual(['string', 'null']);
    expect(properties.metadata.type).toEqual(['object', 'null']);
    expect(schemas.CreateRoomRequest.properties.settings).toEqual({
      anyOf: [{ $ref: '#/components/schemas/RoomSettingsInput' }, { type: 'null' }],
    });
    expect(schemas.MediaSourceInput.properties.direct_url).toEqual({
      $ref: '#/components/schemas/DirectUrlSourceInput',
    });
    expect(JSON.stringify(schemas.RoomSettings)).not.toContain('null');
    expect(schemas.CreateWebSocketTicketRequest).toMatchObject({
      required: ['room_id'],
      properties: { room_id: { type: 'string', minLength: 1 } },
    });
  });

  test('[TR52] a text has its pattern, and that of a rule that only matches', () => {
    const { username } = schemas.SetUsernameRequest.properties;
    expect(patternsOf(username)).toEqual([writeOut('^[\\p{L}\\p{N}_-]{3,50}$'), '^[^\u115f\u1160\u3164\uffa0]*$']);
    const { name } = schemas.CreatePlaylistRequest.properties;
    expect(name.description).toContain('must have a character that can be seen');
    expect(patternsOf(name)).toEqual([
      `^ *[^\\s${hiddenCharacters}][^${hiddenCharacters}]*$`,
      writeOut('[\\p{L}\\p{N}\\p{P}\\p{S}]'),
    ]);
  });

  test('[TR52] patterns are regular expressions to every reader, and mean what the contract says', () => {
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)];
    for (const [, pattern] of patterns) {
      expect(pattern).not.toContain('\\\\p{');
      expect(() => new RegExp(JSON.parse(pattern as string), 'u')).not.toThrow();
    }
    for (const pattern of ['^[\\p{L}\\p{N}_-]$', '^\\p{Lu}$', '^[\\p{L}\\p{N}\\p{P}\\p{S}]$']) {
      const [named, written] = [new RegExp(pattern, 'u'), new RegExp(writeOut(pattern), 'u')];
      const differing = Array.from({ length: 0x11_0000 }, (_, point) => String.fromCodePoint(point)).filter(
        (character) => named.test(character) !== written.test(character),
      );
      expect(differing).toEqual([]);
    }
  });

  test('[TR52] bytes are counted in digits of base64', () => {
    const { credentialRequest } = schemas.StartOpaqueLoginRequest.properties;
    expect(credentialRequest).toMatchObject({ type: 'string', pattern: '^[A-Za-z0-9+/_-]{128}={0,2}$' });
    expect(credentialRequest.description).toContain('96 bytes');
    const { credential_request } = schemas.StartSensitiveOperationOpaqueRequest.properties;
    const fits = (digits: number) => new RegExp(credential_request.pattern, 'u').test('A'.repeat(digits));
    const [least, most] = /(\d+) to (\d+) bytes/.exec(credential_request.description)!.slice(1).map(Number) as [
      number,
      number,
    ];
    const accepted = Array.from({ length: 2 * most }, (_, digits) => digits).filter(fits);
    const lengths = accepted.map((digits) => Buffer.from('A'.repeat(digits), 'base64').length);
    expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([least, most]);
    expect(accepted.filter((digits) => digits % 4 === 1)).toEqual([]);
  });

  test('[TR52] rules that a service checks are said where their values are', () => {
    expect(schemas.RequestEmailLoginRequest.properties.email).toMatchObject({ format: 'email', maxLength: 254 });
    const { password } = schemas.RegisterWithDirectPasswordRequest.properties;
    expect(patternsOf(password)).toEqual(['\\p{Lu}', '\\p{Ll}', '\\p{Nd}'].map(writeOut));
    const { description } = document.paths['/api/oauth2/{provider}/authorize'].get;
    expect(description).toContain('give either redirectUrl or native=true');
  });

  test('[TR54] a body is required where an empty one is refused', () => {
    const bodyOf = (path: string) => document.paths[path].post.requestBody;
    expect(bodyOf('/api/auth/direct-password/login').required).toBe(true);
    expect(bodyOf('/api/rooms/{roomId}/media').required).toBe(true);
    expect(bodyOf('/api/user/logout').required).toBeUndefined();
  });

  test('[TR54] of the fields of a oneof a request has one at most, and one where it must', () => {
    const [oneOf] = schemas.MediaSourceInput.allOf;
    expect(oneOf.oneOf).toEqual(MediaSourceSchema.oneofs[0]!.fields.map(({ name }) => ({ required: [name] })));
    expect(oneOf.oneOf).toContainEqual({ required: ['direct_url'] });
    expect(schemas.MediaSourceInput.allOf.length).toBe(1);
  });

  test('[TR55] every status that a route answers is there, with the headers that it sends', () => {
    const { responses } = document.paths['/api/rooms/{roomId}/chat/messages'].post;
    expect(Object.keys(responses)).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '404', '409', '413', '415', '429', '500', '503']),
    );
    expect(responses).not.toHaveProperty('default');
    const { RateLimited, Unauthenticated } = document.components.responses;
    expect(Object.keys(RateLimited.headers)).toEqual(['X-Request-Id', 'Retry-After']);
    expect(Object.keys(Unauthenticated.headers)).toEqual(['X-Request-Id', 'WWW-Authenticate']);
  });

  test('[TR52] what is always printed is required in answers, and only there', () => {
    expect(schemas.RoomMember.required).toEqual(
      expect.arrayContaining(['user_id', 'permissions', 'online', 'version']),
    );
    expect(schemas.RoomMember.required).not.toContain('role');
    expect(schemas.RoomMember.required).not.toContain('joined_at');
    expect(schemas.MediaSource).not.toHaveProperty('additionalProperties');
    expect(schemas.MediaSourceInput).toMatchObject({ additionalProperties: false });
  });

  test('[TR53] queries and event streams', () => {
    const members = document.paths['/api/rooms/{roomId}/members'].get;
    expect(members.parameters).toContainEqual({
      name: 'roomId',
      in: 'path',
      required: true,
      schema: { type: 'string', minLength: 1 },
    });
    expect(members.parameters).toContainEqual({
      name: 'page_size',
      in: 'query',
      schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 100 },
    });
    const events = document.paths['/api/rooms/{roomId}/watch/chat-events'].get;
    expect(events.responses[200].content).toEqual({
      'text/event-stream': { schema: { $ref: '#/components/schemas/WatchChatEventsResponse' } },
    });
    expect(events.parameters.map(({ name }: { name: string }) => name)).toContain('Last-Event-ID');
  });
});

describe('the address of the document', () => {
  let running: Running;
  afterEach(() => running.stop());
  const path = '/api-docs/openapi.json';

  test('[TR57] it is compressed, and clients that have it do not take it again', async () => {
    running = await startTransport();
    const coding = { 'accept-encoding': 'br' };
    const first = await fetch(running.url + path, { headers: coding });
    expect(first.headers.get('content-encoding')).toBe('br');
    expect(await first.json()).toHaveProperty('openapi', '3.1.0');
    const tag = first.headers.get('etag')!;
    const again = await fetch(running.url + path, { headers: { ...coding, 'if-none-match': tag } });
    expect([again.status, again.headers.get('etag')]).toEqual([304, tag]);
    const plain = await fetch(running.url + path, { headers: { 'accept-encoding': 'identity' } });
    expect([plain.headers.get('content-encoding'), plain.status]).toEqual([null, 200]);
  });

  test('[TR57] it takes a read from the budget of the address', async () => {
    let left = 2;
    const takePublicRead = async (address: string) => {
      expect(address).toBe('127.0.0.1');
      if (left-- === 0) throw callErrors.rate_limited({ retryAfterSeconds: 7 });
    };
    running = await startTransport({}, { takePublicRead });
    const answers = [];
    for (let n = 0; n < 3; n++) answers.push(await fetch(running.url + path));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(answers[2]!.headers.get('retry-after')).toBe('7');
  });
});
