import { linesOf } from './lines.ts';

/** Overrides that bind a text to one place of the picture, or give it its own size. */
const placed = /\\(?:pos|move|org|clip|iclip|p[1-9]|fs\d)/;

/**
 * A file of SubStation Alpha with speech scaled by `factor`. Text placed in the picture, such as the translation of a
 * sign, keeps its size. Takes time in proportion to the length of the file.
 */
export function scaleScript(script: string, factor: number): string {
  if (factor === 1) return script;
  const styles = new Set<string>();
  let fields: readonly string[] = [];
  const scaled: string[] = [];
  for (const line of linesOf(script)) {
    const [, kind = '', rest = ''] = /^(Format|Style|Dialogue): ?(.*)$/i.exec(line) ?? [];
    scaled.push(line);
    if (kind === 'Format') fields = rest.split(',').map((field) => field.trim().toLowerCase());
    if (kind === 'Style') scaled.push(scaledStyle(rest, fields, factor, styles));
    if (kind === 'Dialogue' && !placed.test(rest)) scaled[scaled.length - 1] = withScaledStyle(rest, fields, styles);
  }
  return scaled.join('\n');
}

const scaledName = (name: string) => `${name} (scaled)`;

/** A second style beside each, so that `\r` in placed text still finds the first. */
function scaledStyle(style: string, fields: readonly string[], factor: number, styles: Set<string>): string {
  const values = style.split(',');
  const [name, size] = [fields.indexOf('name'), fields.indexOf('fontsize')];
  const fontSize = Number(values[size]);
  if (values[name] === undefined || !Number.isFinite(fontSize)) return '';
  const known = values[name].trim();
  styles.add(known);
  values[name] = scaledName(known);
  values[size] = String(fontSize * factor);
  return `Style: ${values.join()}`;
}

/** The text is the last field and may have commas. */
function withScaledStyle(event: string, fields: readonly string[], styles: ReadonlySet<string>): string {
  const values = event.split(',');
  const place = fields.indexOf('style');
  const name = values[place]?.trim() ?? '';
  if (place < fields.length - 1 && styles.has(name)) values[place] = scaledName(name);
  return `Dialogue: ${values.join()}`;
}
