/** Longest name of a file, in characters. */
const maxLength = 200;

/**
 * A name that is safe to show and to save under: without folders, invisible characters, and characters with a meaning
 * for operating systems. An empty name becomes `file`. [FI7]
 */
export function safeName(given: string): string {
  const last = given.normalize('NFC').split(/[\\/]/).at(-1)!;
  const visible = last.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').replaceAll(/[<>:"|?*]/g, '_');
  return shorten(withoutDots(visible)) || 'file';
}

/**
 * Removes dots and blanks at both ends: operating systems hide names with a leading dot, and drop trailing dots and
 * blanks.
 */
function withoutDots(name: string): string {
  const isBlank = (letter: string | undefined) => letter === '.' || letter?.trim() === '';
  let [start, end] = [0, name.length];
  while (start < end && isBlank(name[start])) start++;
  while (start < end && isBlank(name[end - 1])) end--;
  return name.slice(start, end);
}

/** Shortens the name but keeps its extension, by which operating systems choose a program. */
function shorten(name: string): string {
  const letters = [...name];
  if (letters.length <= maxLength) return name;
  const dot = letters.lastIndexOf('.');
  const ending = dot > 0 && letters.length - dot <= 20 ? letters.slice(dot) : [];
  return [...letters.slice(0, maxLength - ending.length), ...ending].join('');
}

/** A `Content-Disposition` (RFC 6266) with a name for all clients: an ASCII fallback, and the real name (RFC 8187). */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(Buffer.from(name).toString()).replaceAll(
    /['()*!]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
