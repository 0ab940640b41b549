/**
 * `npm run new-feature -- notes talk talk note`: name, wing of the server, wing of the web app, name of one of them.
 * Lays out a live feature of rooms: proto, server, web app, rules and tests. People in the room make entries, and all
 * see them at once in a panel of their own. It works and passes `npm run check`; from there it becomes what is wanted.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { declaredRules } from '../testkit/src/rules.ts';
import { contractFiles } from './new-feature/contract-files.ts';
import { edit } from './new-feature/edits.ts';
import { namesOf } from './new-feature/names.ts';
import { serverFiles } from './new-feature/server-files.ts';
import { webFiles } from './new-feature/web-files.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const [folder = '', wing = 'talk', webWing = 'talk', item] = process.argv.slice(2);
const wingsOf = (workspace: string) =>
  readdirSync(join(root, workspace, 'src/features'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const [serverWings, webWings] = [wingsOf('server'), wingsOf('web')];
const isTaken = serverWings.some((one) => existsSync(join(root, 'server/src/features', one, folder)));
const areNames = [folder, item ?? 'entry'].every((name) => /^[a-z]{2,}(-[a-z]+)*$/.test(name));
if (!areNames || isTaken || !serverWings.includes(wing) || !webWings.includes(webWing)) {
  process.stderr.write(`Usage: npm run new-feature -- NAME [WING [WEB_WING [ITEM]]]
NAME      of a feature that does not exist: lower-case letters and dashes
WING      of the server: ${serverWings.join(', ')}; unless told, talk
WEB_WING  of the web app: ${webWings.join(', ')}; unless told, talk
ITEM      what one of them is called; unless told, the singular of NAME
`);
  process.exit(2);
}

const taken = new Set([...declaredRules(root)].map((id) => id.replace(/\d+$/, '')));
const names = namesOf(folder, { wing, webWing }, taken, item);
const files = { ...contractFiles(names), ...serverFiles(names), ...webFiles(names) };
for (const [path, content] of Object.entries(files)) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content, { flag: 'wx' });
  process.stdout.write(`made ${path}\n`);
}
const edited = edit(root, names);
for (const path of edited) process.stdout.write(`changed ${path}\n`);

const run = (command: string, args: string[]) => execFileSync(command, args, { cwd: root, stdio: 'inherit' });
run(process.execPath, ['--import', 'tsx', 'tools/gen.ts']);
const formatted = [...Object.keys(files), ...edited].filter((path) => /\.(tsx?|json)$/.test(path));
run(join(root, 'node_modules/.bin/biome'), ['check', '--write', ...formatted]);
process.stdout.write(`
It works: npm run dev, and each room has a panel "${names.words}". What is next:
  1. messages and methods in contract/proto/service/client/${names.snake}*.proto, then npm run gen
  2. rules in server/src/features/${wing}/${folder}/${folder}.spec.md, and for each a test that you saw fail; rows for each method and error
  3. refusals in ${folder}.errors.ts by defineErrors, words for them in web/src/features/${webWing}/${folder}
  4. its name in other languages in web/src/features/${webWing}/${folder}/texts.*.json, which say "entries"; docs/guide/translating.md
  5. npm run check says what is missing
`);
