import type { Names } from './names.ts';

/** The server's side of the feature, by path. */
export function serverFiles(names: Names): Record<string, string> {
  const { folder, snake, wing } = names;
  const at = `server/src/features/${wing}/${folder}`;
  return {
    [`${at}/001_${snake}.sql`]: migration(names),
    [`${at}/${folder}.store.ts`]: store(names),
    [`${at}/${folder}.service.ts`]: service(names),
    [`${at}/${folder}.feature.ts`]: feature(names),
    [`${at}/personal-data.ts`]: personalData(names),
    [`${at}/${folder}.rows.ts`]: rows(names),
    [`${at}/${folder}.spec.md`]: spec(names),
    [`${at}/${folder}.test.ts`]: test(names),
  };
}

function migration({ snake }: Names): string {
  return `CREATE TABLE ${snake} (
  id text PRIMARY KEY,
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  creator_id text NOT NULL REFERENCES users (id),
  text text NOT NULL,
  version integer NOT NULL,
  created_at timestamptz NOT NULL
);

-- Ids rise with time, so their order is the order in which they were made.
CREATE INDEX ${snake}_room ON ${snake} (room_id, id);
`;
}

function store({ title, item, snake, words }: Names): string {
  return `import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../../../store/gen/schema.ts';

/** Owns ${words}. */
export type ${title}Tables = Pick<Schema, '${snake}'>;

export type ${item}Row = Selectable<${title}Tables['${snake}']>;

type Db = Kysely<${title}Tables>;

/** Oldest first. */
export function list${title}(db: Db, roomId: string): Promise<${item}Row[]> {
  return db.selectFrom('${snake}').selectAll().where('room_id', '=', roomId).orderBy('id').execute();
}

export async function insert${item}(db: Db, row: ${item}Row): Promise<void> {
  await db.insertInto('${snake}').values(row).execute();
}

/** Gives what an account made to another one. */
export async function changeCreator(db: Db, fromUserId: string, toUserId: string): Promise<void> {
  await db.updateTable('${snake}').set({ creator_id: toUserId }).where('creator_id', '=', fromUserId).execute();
}
`;
}

function service(names: Names): string {
  return `${serviceParts(names)}
${serviceMethods(names)}
${messageOfRow(names)}`;
}

function serviceParts({ title, item, camel, snake, folder }: Names): string {
  return `import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { Create${item}Request, ${item}Schema } from '@matinee/contract/gen/service/client/${snake}_pb.ts';
import type { Call, RoomStanding, UserPrincipal } from '../../../kernel/call.ts';
import { type Clock, dateOf } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import { changePayload } from '../../../realtime/frames.ts';
import type { Database } from '../../../store/database.ts';
import * as store from './${folder}.store.ts';

/** Kind of the events that say what has changed. */
export const ${camel}Kind = '${camel}';

export interface ${title}Parts {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
}
`;
}

function serviceMethods({ title, item, itemCamel, camel, idPrefix, rule, itemWords }: Names): string {
  return `export function make${title}({ db, clock, ids }: ${title}Parts) {
  async function list(roomId: string) {
    return { ${camel}: (await store.list${title}(db.query(), roomId)).map(toMessage) };
  }

  return {
    /** [${rule}1] */
    list,
    /** The whole state, for those who begin to look. */
    async snapshot(roomId: string) {
      const value = await list(roomId);
      return { version: 0, payload: changePayload({ snapshot: true, resource: { case: '${camel}', value } }) };
    },
    /** Stores the ${itemWords} and tells the room, both or neither. [${rule}2] */
    create({ text }: Create${item}Request, call: Call<UserPrincipal, RoomStanding>) {
      const row: store.${item}Row = {
        id: ids.make('${idPrefix}'),
        room_id: call.room.roomId,
        creator_id: call.principal.userId,
        text,
        version: 1,
        created_at: dateOf(clock.nowMs()),
      };
      const ${itemCamel} = toMessage(row);
      return db.write(async (tx) => {
        await store.insert${item}(tx.query(), row);
        const payload = changePayload({ resource: { case: '${camel}', value: { ${camel}: [${itemCamel}] } } });
        tx.emit({ topic: row.room_id, kind: ${camel}Kind, payload });
        return { ${itemCamel} };
      });
    },
  };
}
`;
}

function messageOfRow({ item }: Names): string {
  return `function toMessage(row: store.${item}Row): MessageInitShape<typeof ${item}Schema> {
  return {
    id: row.id,
    roomId: row.room_id,
    creatorId: row.creator_id,
    text: row.text,
    version: row.version,
    createdAt: timestampFromDate(row.created_at),
  };
}
`;
}

function feature({ title, item, camel, snake, folder }: Names): string {
  return `import { ${title}Service } from '@matinee/contract/gen/service/client/${snake}_service_pb.ts';
import { handleMember, handleRoom } from '../../../kernel/handler.ts';
import type { Feature } from '../../feature.ts';
import { ${camel}Kind, make${title}, type ${title}Parts } from './${folder}.service.ts';
import { changeCreator } from './${folder}.store.ts';
import { personalData } from './personal-data.ts';

export function ${camel}Feature(parts: ${title}Parts): Feature {
  const service = make${title}(parts);
  const { method } = ${title}Service;
  return {
    name: '${folder}',
    personalData,
    tables: ['${snake}'],
    bindings: [
      handleRoom(method.list${title}, (_, call) => service.list(call.room.roomId)),
      handleMember(method.create${item}, (request, call) => service.create(request, call)),
    ],
    resources: [{ case: '${camel}', key: () => ${camel}Kind, snapshot: (roomId) => service.snapshot(roomId) }],
    onUserErased: (tx, userId, heirId) => changeCreator(tx.query(), userId, heirId),
  };
}
`;
}

function personalData({ snake, folder }: Names): string {
  return `import { ownRows, type PersonalData } from '../../../store/personal-data.ts';

/** The share of this feature in the archive of an account. */
export const personalData: PersonalData = {
  rows: [
    ownRows('${snake}', {
      file: '${folder}',
      of: 'creator_id',
      order: 'id',
      columns: ['id', 'room_id', 'text', 'version', 'created_at'],
      leftOut: { creator_id: 'the person themselves' },
    }),
  ],
};
`;
}

function rows({ title, item, camel, itemSnake, snake, rule, itemWords }: Names): string {
  return `import type { Row } from '@matinee/testkit/contract-table.ts';

const list = '${title}Service.List${title}';
const create = '${title}Service.Create${item}';

export const ${camel}Rows: Row[] = [
  { name: '[${rule}1] a room begins with none', as: 'member', call: list, expect: { ok: { ${snake}: [] } } },
  { name: '[${rule}1] strangers do not see them', as: 'stranger', call: list, expect: { error: 'call.not_a_member' } },
  {
    name: '[${rule}2] a member makes a ${itemWords}',
    as: 'member',
    call: create,
    request: { text: 'first' },
    expect: { ok: (w) => ({ ${itemSnake}: { room_id: w.room, creator_id: w.member.id, text: 'first', version: 1 } }) },
  },
  {
    name: '[${rule}2] it says something',
    as: 'member',
    call: create,
    request: { text: '' },
    expect: { error: 'call.invalid_request' },
  },
  {
    name: '[${rule}1] everybody in the room sees it',
    as: 'owner',
    call: list,
    expect: { ok: { ${snake}: [{ text: 'first' }] } },
  },
];
`;
}

function spec({ title, rule, words, itemWords }: Names): string {
  return `# ${title}

- [${rule}1] A room begins with no ${words}; members and guests see all of the room, the oldest first.
- [${rule}2] Members make a ${itemWords}; everybody in the room sees it at once.
`;
}

function test({ title, item, camel, itemSnake, snake, folder, rule }: Names): string {
  return `import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

describe('${folder}', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server?.stop());

  test('[${rule}1] [${rule}2] those who look have what there is, and get what is made', async () => {
    const { token } = await server.signUp('anna');
    const { room } = await server.ok({ call: 'UserService.CreateRoom', token, request: { name: 'Cinema' } });
    const create = (text: string) =>
      server.ok({ call: '${title}Service.Create${item}', token, room: room.id, request: { text } });
    await create('first');
    const socket = await server.socket(room.id, token);
    await socket.observe({ case: '${camel}', value: {} });
    expect(await socket.change('${camel}')).toMatchObject({ ${camel}: [{ text: 'first' }] });
    const { ${itemSnake} } = await create('second');
    expect(await socket.change('${camel}')).toMatchObject({ ${camel}: [{ id: ${itemSnake}.id, text: 'second' }] });
    const listed = await server.ok({ call: '${title}Service.List${title}', token, room: room.id });
    expect(listed.${snake}.map(({ text }: { text: string }) => text)).toEqual(['first', 'second']);
    await socket.close();
  });
});
`;
}
