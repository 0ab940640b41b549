/** Texts of folders, by the name of the folder and the language: `chat de`. What is around a folder, as its wing, is no part of its name. */
export function byFolder<T>(files: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  const named = Object.entries(files).map(([path, file]) => {
    const [folder, name] = path.split('/').slice(-2);
    const [, language] = name!.split('.');
    return [`${folder} ${language}`, file] as const;
  });
  return new Map(named);
}
