import { hueOf, initialsOf } from '@matinee/contract/hue.ts';

/** The facts that the picture of a room shows. */
export interface Facts {
  readonly id: string;
  readonly name: string;
  readonly creatorId: string;
  readonly creatorName: string;
  /** Absent: nothing plays. */
  readonly nowPlaying?: string | undefined;
  /** Progress of `nowPlaying`. Absent: nothing plays, or the item has no length, such as a live stream. */
  readonly progress?: { readonly minutes: number; readonly ofMinutes: number } | undefined;
  readonly onlineCount: number;
  /** People whose pictures are shown; others are only counted. */
  readonly people: readonly { readonly id: string; readonly displayName: string }[];
  readonly siteName: string;
}

const titleSize = 76;
const factSize = 36;
/** Width of the text in pixels. */
const textWidth = 1040;

/**
 * The picture as SVG: the room's colours in the web app, its name in two lines, the host, the playing item and its
 * progress. Pure. [LP2]
 */
export function pictureOf(facts: Facts): string {
  const { id, name, creatorId, creatorName, nowPlaying, progress, onlineCount, people, siteName } = facts;
  const hue = hueOf(id);
  const title = inLines(name, textWidth / titleSize, 2)
    .map((line, index) => text(line, { x: 80, y: 220 + index * 92, size: titleSize, weight: 700 }))
    .join('');
  const count =
    onlineCount === 0 ? '' : onlineCount === 1 ? ' · 1 person is here' : ` · ${onlineCount} people are here`;
  // From right to left, each one over the previous one.
  const faces = people.map((one, index) => face(one.id, one.displayName, 1084 - index * 56, 98)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630" font-family="DejaVu Sans">
<defs>${glow('a', 0.15, -0.2, hue, '75%', '58%')}${glow('b', 1, 1.2, (hue + 50) % 360, '70%', '48%')}</defs>
<rect width="1200" height="630" fill="hsl(${hue}, 45%, 16%)"/>
<rect width="1200" height="630" fill="url(#a)"/><rect width="1200" height="630" fill="url(#b)"/>
<rect width="1200" height="630" fill="#000" opacity="0.28"/>
${text(siteName, { x: 80, y: 110, size: 34, weight: 700 })}${title}
${text(firstLine(nowPlaying === undefined ? '' : `▶ ${nowPlaying}`, textWidth / factSize), { x: 80, y: 420, size: factSize })}
${progress ? bar(progress) : ''}
${faces}${face(creatorId, creatorName, 116, 530)}
${text(firstLine(`${creatorName} invites you`, 500 / factSize) + count, { x: 176, y: 543, size: factSize })}
</svg>`;
}

function glow(id: string, x: number, y: number, hue: number, saturation: string, lightness: string): string {
  return `<radialGradient id="${id}" cx="${x}" cy="${y}" r="1.1"><stop offset="0" stop-color="hsl(${hue}, ${saturation}, ${lightness})" stop-opacity="0.9"/><stop offset="0.65" stop-color="hsl(${hue}, ${saturation}, ${lightness})" stop-opacity="0"/></radialGradient>`;
}

function text(content: string, { x, y, size, weight = 400 }: { x: number; y: number; size: number; weight?: number }) {
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="#fff">${escapeXml(content)}</text>`;
}

function bar({ minutes, ofMinutes }: NonNullable<Facts['progress']>): string {
  const width = 640;
  const done = Math.round((Math.min(minutes, ofMinutes) / ofMinutes) * width);
  return `<rect x="80" y="446" width="${width}" height="8" rx="4" fill="#fff" opacity="0.3"/><rect x="80" y="446" width="${done}" height="8" rx="4" fill="#fff"/>
${text(`${minutes} of ${ofMinutes} min`, { x: 744, y: 459, size: 26 })}`;
}

function face(id: string, name: string, x: number, y: number): string {
  return `<circle cx="${x}" cy="${y}" r="36" fill="hsl(${hueOf(id)}, 42%, 30%)" stroke="#fff" stroke-opacity="0.5" stroke-width="2"/>
<text x="${x}" y="${y + 11}" font-size="30" font-weight="700" fill="#fff" text-anchor="middle">${escapeXml(initialsOf(name))}</text>`;
}

/** Width of a character relative to the font size: East Asian characters and emoji are square, others narrower. */
function widthOf(character: string): number {
  return /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}]/u.test(
    character,
  )
    ? 1
    : 0.64;
}

/**
 * Breaks text into lines of `width` (in font sizes), between words where possible. Text that does not fit ends in `…`.
 */
export function inLines(content: string, width: number, most: number): string[] {
  const lines: string[] = [];
  let rest = content.trim();
  while (rest !== '' && lines.length < most) {
    const fitting = takeWidth(rest, width);
    if (fitting === rest) return [...lines, rest];
    const isLast = lines.length === most - 1;
    const space = fitting.lastIndexOf(' ');
    const line = isLast ? `${takeWidth(rest, width - 1).trimEnd()}…` : space > 0 ? fitting.slice(0, space) : fitting;
    lines.push(line.trimEnd());
    rest = rest.slice(line.length).trimStart();
  }
  return lines;
}

function firstLine(content: string, width: number): string {
  return inLines(content, width, 1)[0] ?? '';
}

function takeWidth(content: string, width: number): string {
  let used = 0;
  let taken = '';
  for (const character of content) {
    used += widthOf(character);
    if (used > width) return taken;
    taken += character;
  }
  return taken;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes text for XML 1.0, and removes characters that XML does not allow (section 2.2). */
function escapeXml(content: string): string {
  return content
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (character) => escapes[character]!);
}
