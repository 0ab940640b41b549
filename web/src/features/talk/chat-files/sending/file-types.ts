/**
 * Types that the server takes, by the endings of their files (server, `files/content/types.ts`). Browsers do not know
 * all of them.
 */
const byEnding: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  bmp: 'image/bmp',
  heic: 'image/heic',
  heif: 'image/heic',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/opus',
  weba: 'audio/webm',
  wav: 'audio/wav',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  ogv: 'video/ogg',
  mov: 'video/quicktime',
  mpg: 'video/mpeg',
  mpeg: 'video/mpeg',
  mkv: 'video/x-matroska',
  avi: 'video/x-msvideo',
  pdf: 'application/pdf',
  rtf: 'application/rtf',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  epub: 'application/epub+zip',
  zip: 'application/zip',
  gz: 'application/gzip',
  tgz: 'application/gzip',
  tar: 'application/x-tar',
  '7z': 'application/x-7z-compressed',
  rar: 'application/vnd.rar',
  bz2: 'application/x-bzip2',
  xz: 'application/x-xz',
  zst: 'application/zstd',
  txt: 'text/plain',
  log: 'text/plain',
  srt: 'text/plain',
  vtt: 'text/plain',
  ass: 'text/plain',
  csv: 'text/csv',
  md: 'text/markdown',
  markdown: 'text/markdown',
  json: 'application/json',
};

/** Other names that browsers use for the same types. */
const sameAs: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/heif': 'image/heic',
  'audio/mp3': 'audio/mpeg',
  'audio/x-flac': 'audio/flac',
  'audio/x-aac': 'audio/aac',
  'video/x-m4v': 'video/mp4',
  'video/matroska': 'video/x-matroska',
  'video/avi': 'video/x-msvideo',
  'application/x-gzip': 'application/gzip',
  'application/x-rar': 'application/vnd.rar',
  'text/rtf': 'application/rtf',
  'text/x-markdown': 'text/markdown',
};

const taken = new Set([...Object.values(byEnding), 'audio/x-m4a', 'audio/x-wav', 'application/x-zip-compressed']);
/** Text types that browsers could run as a page. */
const refusedTexts = /^text\/(?:html|xml|javascript|ecmascript|xsl|vnd\.)/;

/** The declared type of a file; undefined: the server does not take such files. */
export function typeOf({ name, type }: { readonly name: string; readonly type: string }): string | undefined {
  const plain = type.split(';')[0]!.trim().toLowerCase();
  const known = sameAs[plain] ?? plain;
  if (taken.has(known)) return known;
  const ending = name.includes('.') ? name.split('.').at(-1)!.toLowerCase() : '';
  if (Object.hasOwn(byEnding, ending)) return byEnding[ending];
  return known.startsWith('text/') && !refusedTexts.test(known) ? 'text/plain' : undefined;
}

/** The types in a file field, and endings for the types that browsers do not know. */
export const acceptedFiles = [...new Set([...taken, ...Object.keys(byEnding).map((ending) => `.${ending}`)])].join(',');
