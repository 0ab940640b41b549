/** Values by key: `{"server.name": "Cinema"}`. */
export type SettingsDocument = Readonly<Record<string, unknown>>;

/** The file of an export. Its name has the day; `readSettingsFile` and the command line read its text. Pure. [WAS5] */
export function settingsFile(values: SettingsDocument, exportedAt = ''): { name: string; text: string } {
  const day = exportedAt.slice(0, 10);
  return { name: day ? `settings-${day}.json` : 'settings.json', text: `${JSON.stringify(values, undefined, 2)}\n` };
}

/** The values by key that a file holds; undefined for any other content. Pure. [WAS5] */
export function readSettingsFile(text: string): SettingsDocument | undefined {
  try {
    const read: unknown = JSON.parse(text);
    const isDocument = typeof read === 'object' && read !== null && !Array.isArray(read);
    return isDocument && Object.keys(read).length > 0 ? (read as SettingsDocument) : undefined;
  } catch {
    return undefined;
  }
}
