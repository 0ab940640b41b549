import { type FileEntry, onOneLine, type ReadEntry, type ReadFile, sortOut } from '../entry.ts';

const columns = ['name', 'address', 'seconds'] as const;

/**
 * Writes a table (RFC 4180) with the columns `name`, `address` and `seconds`. Spreadsheets run cells that begin like a
 * formula, so such names begin with an apostrophe. Items without an address are left out. Pure. [WPF1]
 */
export function writeCsv(entries: readonly FileEntry[]): string {
  const rows = entries.flatMap(({ name, address, seconds }) =>
    address === undefined
      ? []
      : [[safe(onOneLine(name)), address, seconds === undefined ? '' : `${Math.round(seconds)}`]],
  );
  return [columns, ...rows].map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

const safe = (name: string) => (/^['=+\-@]/.test(name) ? `'${name}` : name);
const unsafe = (name: string) => (/^'['=+\-@]/.test(name) ? name.slice(1) : name);
const quoted = (cell: string) => (/[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Reads a table with column names in its first row, separated by commas, semicolons or tabs. Pure. [WPF3] */
export function readCsv(text: string): ReadFile {
  const firstLine = text.split(/[\r\n]/, 1)[0]!;
  const separator = [',', ';', '\t'].find((one) => firstLine.split(one).some(isAddressColumn)) ?? ',';
  const [head, ...rows] = rowsOf(text, separator);
  const names = (head?.cells ?? []).map((cell) => cell.trim().toLowerCase());
  const place = {
    name: names.findIndex((one) => ['name', 'title'].includes(one)),
    address: names.findIndex(isAddressColumn),
    seconds: names.findIndex((one) => ['seconds', 'duration', 'length'].includes(one)),
  };
  const read = rows
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    .map(({ cells, line }): ReadEntry => {
      const seconds = Number.parseFloat(cells[place.seconds] ?? '');
      const address = cells[place.address]?.trim() || undefined;
      return { name: unsafe(onOneLine(cells[place.name] ?? '')), address, line, ...(seconds > 0 ? { seconds } : {}) };
    });
  return sortOut(read);
}

function isAddressColumn(name: string): boolean {
  return ['address', 'url', 'link'].includes(name.trim().toLowerCase().replaceAll('"', ''));
}

interface CsvRow {
  readonly cells: readonly string[];
  /** The line on which the row begins. */
  readonly line: number;
}

/** Walks the text once, so a quotation mark that is never closed costs no more than any other text. */
function rowsOf(text: string, separator: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let [cells, cell, isQuoted, line, began]: [string[], string, boolean, number, number] = [[], '', false, 1, 1];
  const endRow = () => {
    rows.push({ cells: [...cells, cell], line: began });
    [cells, cell, began] = [[], '', line];
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '\n') line++;
    if (isQuoted && character === '"' && text[at + 1] === '"') cell += text[at++];
    else if (character === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (isQuoted) cell += character;
    else if (character === separator) {
      cells.push(cell);
      cell = '';
    } else if (character === '\n') endRow();
    else if (character !== '\r') cell += character;
  }
  if (cell !== '' || cells.length > 0) endRow();
  return rows;
}
