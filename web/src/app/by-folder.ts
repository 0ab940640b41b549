/** Texts by folder name and language: `chat de`. The folders around it, such as its wing, are not part of the name. */
export function byFolder<T>(files: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  const named = Object.entries(files).map(([path, file]) => {
    const [folder, name] = path.split('/').slice(-2);
    const [, language] = name!.split('.');
    return [`${folder} ${language}`, file] as const;
  });
  return new Map(named);
}
