/** The lines outside its folders that a feature needs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Names } from './names.ts';

const realtimeProto = 'contract/proto/service/client/realtime.proto';
const ids = 'server/src/kernel/ids.ts';

/** Adds the resource and the kind of ids to the existing lists. @throws Error when it does not find the place. */
export function edit(root: string, names: Names): readonly string[] {
  change(root, realtimeProto, (text) => addResource(text, names));
  change(root, ids, (text) => replaceOnce(text, /(?<=\n {2}\| '\w+');/, `\n  | '${names.idPrefix}';`));
  return [realtimeProto, ids];
}

function addResource(text: string, { snake, camel, title }: Names): string {
  const [observe, changed] = ['ObserveResource', 'ResourceChanged'] as const;
  const number = 1 + Math.max(...numbersIn(text, observe), ...numbersIn(text, changed));
  const printed = snake === camel ? '' : ` [(service.meta.printed_name) = "${camel}"]`;
  const field = (type: string) => `    ${type} ${snake} = ${number}${printed};\n`;
  const imported = replaceOnce(text, /(?=import "service\/meta\/)/, `import "service/client/${snake}.proto";\n`);
  const asked = replaceOnce(imported, endOfOneof(observe), field(`Observe${title}`));
  return replaceOnce(asked, endOfOneof(changed), field(`${title}Change`));
}

/** The position before the brace that closes `oneof resource` in a message. */
function endOfOneof(message: string): RegExp {
  return new RegExp(
    `(?<=message ${message} \\{(?:(?!\\n\\})[^])*?oneof resource \\{(?:(?!\\n {2}\\})[^])*\\n)(?= {2}\\})`,
  );
}

/** The field numbers that a message uses. */
function numbersIn(text: string, message: string): number[] {
  const [, body = ''] = new RegExp(`message ${message} \\{([^]*?)\\n\\}`).exec(text) ?? [];
  return [...body.matchAll(/ = (\d+)[ ;]/g)].map(([, number]) => Number(number));
}

function change(root: string, path: string, edited: (text: string) => string): void {
  const text = readFileSync(join(root, path), 'utf8');
  try {
    writeFileSync(join(root, path), edited(text));
  } catch (cause) {
    throw new Error(`${path}: ${(cause as Error).message}`, { cause });
  }
}

function replaceOnce(text: string, place: RegExp, by: string): string {
  if (!place.test(text))
    throw new Error(`the file has changed, ${place} is not found: change tools/new-feature/edits.ts too`);
  return text.replace(place, () => by);
}
