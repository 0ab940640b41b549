// Measures what each screen loads before the first click. Exits with 1 when a screen is over its budget. Run after
// `vite build`: reads dist/.vite/manifest.json.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const dist = new URL(process.argv[2] ? `file://${process.argv[2]}/` : './dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));

/**
 * The limits of each screen, in kB of gzip and in files. A screen is the modules that the router and its lazy parts
 * load for it, with the texts of the larger language. A phone asks for six files at a time, so forty small files come
 * later than one large one.
 */
const screens = [
  {
    name: 'first-screen',
    limit: 150,
    mostFiles: 12,
    entries: ['index.html', 'home-page.tsx', 'first-texts.de'],
  },
  {
    name: 'room',
    limit: 250,
    mostFiles: 20,
    entries: [
      'index.html',
      'entrance',
      'room-page.tsx',
      'http/RoomService.ts',
      'http/UserService.ts',
      'first-texts.de',
      'languages/de.ts',
      'room-texts.de',
    ],
  },
];

/** Finds a module by the end of its path, or a group of vite.config.ts by its name. */
function findKey(end) {
  return Object.keys(manifest).find(
    (key) => key === end || key.endsWith(`/${end}`) || (manifest[key].name === end && !manifest[key].src),
  );
}

/** All files that load with `key`: its own, its styles and its static imports. */
function filesOf(key, files = new Set()) {
  const chunk = manifest[key];
  if (!chunk || files.has(chunk.file)) return files;
  files.add(chunk.file);
  for (const style of chunk.css ?? []) files.add(style);
  for (const imported of chunk.imports ?? []) filesOf(imported, files);
  return files;
}

let isOver = false;
for (const { name, limit, mostFiles, entries } of screens) {
  const files = new Set();
  for (const entry of entries) {
    const key = findKey(entry);
    if (key) filesOf(key, files);
    else throw new Error(`no ${entry} in the manifest: has it been renamed?`);
  }
  const bytes = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, dist))).length, 0);
  const size = bytes / 1000;
  const isTooMuch = size > limit || files.size > mostFiles;
  isOver ||= isTooMuch;
  process.stdout.write(
    `${name} gzip_kb=${size.toFixed(1)} limit=${limit} files=${files.size} limit=${mostFiles}${isTooMuch ? ' OVER' : ''}\n`,
  );
}
process.exitCode = isOver ? 1 : 0;
