/**
 * Declarable types, each with the types that its bytes may be detected as. `text`: UTF-8 bytes without a detected type.
 */
export type TypeRules = ReadonlyMap<string, readonly string[]>;

const pictures: readonly (readonly [string, readonly string[]])[] = [
  ['image/jpeg', ['image/jpeg']],
  ['image/png', ['image/png', 'image/apng']],
  ['image/webp', ['image/webp']],
];

const zipped = (type: string): readonly [string, readonly string[]] => [type, [type, 'application/zip']];
const compound = (type: string): readonly [string, readonly string[]] => [type, ['application/x-cfb']];
const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/** Types for pictures of people, rooms and media. */
export const pictureTypes: TypeRules = new Map(pictures);

/**
 * Types for attachments, as in the contract: images, audio, video, documents, archives, text. None of them can run as a
 * page.
 */
export const anyTypes: TypeRules = new Map([
  ...pictures,
  ['image/gif', ['image/gif']],
  ['image/avif', ['image/avif']],
  ['image/bmp', ['image/bmp']],
  ['image/heic', ['image/heic', 'image/heif']],
  ['audio/mpeg', ['audio/mpeg']],
  ['audio/mp4', ['audio/mp4', 'audio/x-m4a', 'video/mp4']],
  ['audio/x-m4a', ['audio/mp4', 'audio/x-m4a', 'video/mp4']],
  ['audio/aac', ['audio/aac']],
  ['audio/ogg', ['audio/ogg', 'video/ogg', 'application/ogg']],
  ['audio/opus', ['audio/ogg', 'audio/opus', 'application/ogg']],
  ['audio/webm', ['video/webm', 'audio/webm']],
  ['audio/wav', ['audio/wav']],
  ['audio/x-wav', ['audio/wav']],
  ['audio/flac', ['audio/flac', 'audio/x-flac']],
  ['video/mp4', ['video/mp4', 'video/quicktime', 'video/x-m4v']],
  ['video/webm', ['video/webm']],
  ['video/ogg', ['video/ogg', 'application/ogg']],
  ['video/quicktime', ['video/quicktime', 'video/mp4']],
  ['video/mpeg', ['video/mpeg', 'video/mp1s', 'video/mp2p']],
  ['video/x-matroska', ['video/matroska', 'video/x-matroska', 'video/webm']],
  ['video/x-msvideo', ['video/vnd.avi', 'video/x-msvideo']],
  ['application/pdf', ['application/pdf']],
  ['application/rtf', ['application/rtf']],
  compound('application/msword'),
  compound('application/vnd.ms-excel'),
  compound('application/vnd.ms-powerpoint'),
  zipped(`${office}.wordprocessingml.document`),
  zipped(`${office}.spreadsheetml.sheet`),
  zipped(`${office}.presentationml.presentation`),
  zipped(`${openDocument}.text`),
  zipped(`${openDocument}.spreadsheet`),
  zipped(`${openDocument}.presentation`),
  zipped('application/epub+zip'),
  ['application/zip', ['application/zip']],
  ['application/x-zip-compressed', ['application/zip']],
  ['application/gzip', ['application/gzip', 'application/x-gzip']],
  ['application/x-tar', ['application/x-tar']],
  ['application/x-7z-compressed', ['application/x-7z-compressed']],
  ['application/vnd.rar', ['application/x-rar-compressed', 'application/vnd.rar']],
  ['application/x-rar-compressed', ['application/x-rar-compressed', 'application/vnd.rar']],
  ['application/x-bzip2', ['application/x-bzip2']],
  ['application/x-xz', ['application/x-xz']],
  ['application/zstd', ['application/zstd']],
  ['text/plain', ['text']],
  ['text/csv', ['text']],
  ['text/markdown', ['text']],
  ['application/json', ['text']],
]);

/** Pictures that browsers show, and that have a size. */
const shown = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/bmp']);

export function isPicture(mimeType: string): boolean {
  return shown.has(mimeType);
}

/** Pictures whose metadata is stripped before others see them. */
const stripped = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/heic']);

export function isStripped(mimeType: string): boolean {
  return stripped.has(mimeType);
}

/** The type without its parameters, in lower case. */
export function plainType(mimeType: string): string {
  return mimeType.split(';')[0]!.trim().toLowerCase();
}
