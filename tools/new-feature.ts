/**
 * `npm run new-feature -- polls`: lays out the files of a feature in which everybody in a room takes part, with one rule that holds
 * and its test, so that each line to come has a place. `npm run check` passes before and after.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { declaredRules } from '../testkit/src/rules.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const name = process.argv[2] ?? '';
const folder = `server/src/features/${name}`;
if (!/^[a-z]{2,}(-[a-z]+)*$/.test(name) || existsSync(join(root, folder))) {
  process.stderr.write(
    'Usage: npm run new-feature -- NAME, with the name of a feature that does not exist: lower-case letters and dashes\n',
  );
  process.exit(2);
}

const camel = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
const title = camel.charAt(0).toUpperCase() + camel.slice(1);
const snake = name.replaceAll('-', '_');
const rule = `${freePrefix()}1`;

/** Two or three letters of the name that no other spec begins its ids with. */
function freePrefix(): string {
  const taken = new Set([...declaredRules(root)].map((id) => id.replace(/\d+$/, '')));
  const [first, ...others] = name.replaceAll('-', '').toUpperCase();
  const pairs = others.map((letter) => `${first}${letter}`);
  const found = [...pairs, ...pairs.map((pair) => `${pair}X`)].find((prefix) => !taken.has(prefix));
  if (found === undefined) throw new Error(`every prefix that fits ${name} is taken`);
  return found;
}

const files: Record<string, string> = {
  [`contract/proto/service/client/${snake}.proto`]: `syntax = "proto3";

// What the messages of this feature are about, in one sentence.
package service.client;

import "service/meta/options.proto";

option (service.meta.json_case) = JSON_CASE_SNAKE;
`,
  [`${folder}/001_${snake}.sql`]: `CREATE TABLE ${snake} (
  id text PRIMARY KEY,
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE
);
`,
  [`${folder}/${name}.store.ts`]: `import type { Kysely } from 'kysely';

export interface ${title}Tables {
  ${snake}: { id: string; room_id: string };
}

/** Oldest first. */
export function list${title}(db: Kysely<${title}Tables>, roomId: string) {
  return db.selectFrom('${snake}').selectAll().where('room_id', '=', roomId).orderBy('id').execute();
}
`,
  [`${folder}/${name}.service.ts`]: `import type { Database } from '../../store/database.ts';
import { list${title}, type ${title}Tables } from './${name}.store.ts';

export interface ${title}Parts {
  readonly db: Database;
}

export function make${title}({ db }: ${title}Parts) {
  return {
    /** [${rule}] */
    list: (roomId: string) => list${title}(db.query<${title}Tables>(), roomId),
  };
}
`,
  [`${folder}/${name}.feature.ts`]: `import type { Feature } from '../feature.ts';
import { make${title}, type ${title}Parts } from './${name}.service.ts';

export function ${camel}Feature(parts: ${title}Parts): Feature & { ${camel}: ReturnType<typeof make${title}> } {
  const ${camel} = make${title}(parts);
  return { name: '${name}', ${camel}, bindings: [] };
}
`,
  [`${folder}/${name}.spec.md`]: `# ${title}\n\n- [${rule}] A room begins with none.\n`,
  [`${folder}/${name}.test.ts`]: `import { freshDatabase } from '@matinee/testkit/postgres.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadFeatureMigrations } from '../../composition/feature-migrations.ts';
import { systemClock } from '../../kernel/clock.ts';
import { makeLog } from '../../kernel/log.ts';
import type { Database } from '../../store/database.ts';
import { openDatabase } from '../../store/open-database.ts';
import { makeWriteGuard } from '../../store/write-guard.ts';
import { migrate } from '../../store/migrations.ts';
import { make${title} } from './${name}.service.ts';

let db: Database;
beforeAll(async () => {
  const connection = await freshDatabase();
  await migrate(connection, await loadFeatureMigrations());
  db = openDatabase({ connection, poolSize: 2, log: makeLog('silent'), clock: systemClock, guard: makeWriteGuard() });
});
afterAll(() => db.close());

test('[${rule}] a room begins with none', async () => {
  expect(await make${title}({ db }).list('room_a')).toEqual([]);
});
`,
  ...Object.fromEntries(languages().map((language) => [`web/src/features/${name}/texts.${language}.json`, '{}\n'])),
};

/** The languages of the web app: those of its shell. */
function languages(): string[] {
  return readdirSync(join(root, 'web/src/features/shell')).flatMap(
    (file) => /^texts\.(.+)\.json$/.exec(file)?.[1] ?? [],
  );
}

for (const [path, content] of Object.entries(files)) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content, { flag: 'wx' });
  process.stdout.write(`made ${path}\n`);
}

/** Writes `text` into a file, in front of what stands there. @throws Error when it does not. */
function insert(path: string, before: string, text: string): void {
  const content = readFileSync(join(root, path), 'utf8');
  if (!content.includes(before)) throw new Error(`${path} has changed: where is ${JSON.stringify(before)}?`);
  writeFileSync(join(root, path), content.replace(before, text + before));
}

const wiring = 'server/src/composition/room-features.ts';
insert('server/src/composition/feature-migrations.ts', '\n];', `\n  '${name}',`);
insert(wiring, 'import { chatFeature', `import { ${camel}Feature } from '../features/${name}/${name}.feature.ts';\n`);
insert(wiring, '  return {', `  features.add(${camel}Feature(ground));\n`);
execFileSync(join(root, 'node_modules/.bin/biome'), ['check', '--write', wiring, folder], { cwd: root });
process.stdout.write(`wired in server/src/composition

Next:
  1. messages in contract/proto/service/client/${snake}.proto, rpc lines in room_service.proto beside it, npm run gen
  2. bindings in ${name}.feature.ts; refusals in ${name}.errors.ts, by defineErrors
  3. ${name}.rows.ts with a row for each method and each error; npx vitest run server/src/contract.test.ts says what is missing
  4. rules in ${name}.spec.md, screens in web/src/features/${name}, npm run check
`);
