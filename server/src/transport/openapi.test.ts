import { allMethods, methodName, routesOf } from '@matinee/contract/methods.ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterEach, describe, expect, test } from 'vitest';
import { describeApi } from './openapi/document.ts';
import { type Running, startTransport } from './transport.fixture.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read as a client reads it
const document = describeApi(allMethods(), '1.2.3') as any;
const { schemas } = document.components;

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
      required: ['client_message_id', 'content'],
      properties: {
        content: { type: 'string', minLength: 1, maxLength: 500 },
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
    expect(role).toEqual({ type: ['string', 'null'], enum: ['member', 'admin', null] });
  });

  test('[TR52] what a request may leave out may be null, and nothing else', () => {
    const { properties } = schemas.SendChatMessageRequest;
    expect(properties.content.type).toBe('string');
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

  test('[TR52] patterns are regular expressions to every reader', () => {
    expect(JSON.stringify(document)).not.toContain('\\\\p{');
    expect(schemas.CreateGuestTokenRequest.properties.displayName).not.toHaveProperty('pattern');
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
      schema: { type: 'string' },
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
