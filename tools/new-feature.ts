/** `npm run new-feature -- polls`: lays out the files of a feature, so that each of them starts in the right place. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const name = process.argv[2] ?? '';
if (!/^[a-z][a-z-]*$/.test(name) || existsSync(join(root, 'server/src/features', name))) {
  process.stderr.write(
    'Usage: npm run new-feature -- NAME, with the name of a feature that does not exist: lower-case letters and dashes\n',
  );
  process.exit(2);
}

const camel = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
const title = camel.charAt(0).toUpperCase() + camel.slice(1);
const proto = name.replaceAll('-', '_');
const ruleId = title.slice(0, 2).toUpperCase();
const folder = `server/src/features/${name}`;

const files: Record<string, string> = {
  [`contract/proto/service/client/${proto}.proto`]: `syntax = "proto3";

// What the messages of this feature are about, in one sentence.
package service.client;

import "service/meta/options.proto";

option (service.meta.json_case) = JSON_CASE_SNAKE;
`,
  [`${folder}/001_${proto}.sql`]: `-- Tables of the feature.\n`,
  [`${folder}/${name}.errors.ts`]: `import { defineErrors } from '../../kernel/errors.ts';

export const ${camel}Errors = defineErrors('${proto}', {
  not_found: { code: 'not_found', message: 'There is no such thing in this room.' },
});
`,
  [`${folder}/${name}.service.ts`]: `import type { Database } from '../../store/database.ts';

export interface ${title}Parts {
  readonly db: Database;
}

export function make${title}(_parts: ${title}Parts) {
  return {};
}
`,
  [`${folder}/${name}.feature.ts`]: `import type { Feature } from '../feature.ts';
import { make${title}, type ${title}Parts } from './${name}.service.ts';

export function ${camel}Feature(parts: ${title}Parts): Feature {
  const service = make${title}(parts);
  void service;
  return { name: '${name}', bindings: [] };
}
`,
  [`${folder}/${name}.spec.md`]: `# ${title}\n\n- [${ruleId}1] The first rule, as a sentence that a test can cite.\n`,
  [`web/src/features/${name}/texts.en.json`]: '{}\n',
  [`web/src/features/${name}/texts.de.json`]: '{}\n',
};

for (const [path, content] of Object.entries(files)) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content, { flag: 'wx' });
  process.stdout.write(`made ${path}\n`);
}
process.stdout.write(
  `Next: messages and rpc lines, npm run gen, bindings in ${name}.feature.ts, and its manifest in server/src/app.ts.\n`,
);
