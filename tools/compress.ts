/** Writes compressed forms of the built web app's files beside them, so that the server never has to compress. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Files that compression makes smaller. Images and fonts are already compressed. */
const worthIt = /\.(html|js|css|json|svg|wasm|webmanifest|txt)$/;

/** Below this many bytes, the headers cost more than compression saves. */
const least = 512;

/** Compresses every file below `folder` that gets smaller, to `name.br` and `name.gz`. */
export async function compressFolder(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => worthIt.test(name));
  await Promise.all(names.map((name) => compress(join(folder, name))));
}

async function compress(path: string): Promise<void> {
  const bytes = readFileSync(path);
  if (bytes.length < least) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const forms = await Promise.all([promisify(brotliCompress)(bytes, { params }), promisify(gzip)(bytes, { level: 9 })]);
  for (const [index, ending] of ['.br', '.gz'].entries()) {
    if (forms[index]!.length < bytes.length) writeFileSync(path + ending, forms[index]!);
  }
}
