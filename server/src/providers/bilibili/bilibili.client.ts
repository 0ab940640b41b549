/**
 * Requests to Bilibili. It has no documentation of its own: these follow the notes of the public collection
 * bilibili-API-collect (docs/login, docs/video, docs/bangumi, docs/live, docs/fav, docs/search, docs/misc/sign).
 */
import { isUrl } from '../../kernel/http/urls.ts';
import { type Answered, needed, objectOf, readJson, textOf } from '../json-answer.ts';
import type { ProviderTools, Secrets } from '../provider.ts';
import { ProviderError, type ProviderFailure } from '../provider-error.ts';
import type { UpstreamAddress } from '../resolved.ts';
import { mixKeys, signQuery } from './bilibili.wbi.ts';

export const api = 'https://api.bilibili.com';
export const liveApi = 'https://api.live.bilibili.com';
const passport = 'https://passport.bilibili.com';

/** Its film servers require the site as referrer, and the user agent of a browser. */
const siteHeaders = { referer: 'https://www.bilibili.com/', 'user-agent': 'Mozilla/5.0' } as const;

type Tools = Pick<ProviderTools, 'ask' | 'remember' | 'clock'>;

interface Question {
  readonly query: Readonly<Record<string, string>>;
  /** Absent: the request is made as a visitor. */
  readonly session?: string | undefined;
  readonly isSigned?: boolean;
  /** Further cookies, `buvid3=…`. */
  readonly cookie?: string;
}

/** Result codes (docs/misc/errcode.md, and the notes of each request). */
const failures: Readonly<Record<number, ProviderFailure>> = {
  [-101]: 'account_refused',
  [-111]: 'account_refused',
  [-403]: 'forbidden',
  [-10403]: 'forbidden',
  [87008]: 'forbidden',
  [-404]: 'missing',
  [62002]: 'missing',
  [62004]: 'missing',
  [60004]: 'missing',
  [-352]: 'busy',
  [-412]: 'busy',
  [-509]: 'busy',
  [-799]: 'busy',
};

/** The `data` of a response, or the `result` of a response about series. @throws ProviderError */
export async function ask(url: string, question: Question, tools: Tools): Promise<Answered> {
  const answer = await askWhole(url, question, tools);
  const { code } = answer;
  if (code !== 0) throw new ProviderError((typeof code === 'number' && failures[code]) || codeFailure(code));
  const data = objectOf(answer['data'] ?? answer['result']) ?? { list: answer['data'] ?? answer['result'] };
  // Bilibili's response when it suspects a bot.
  if (textOf(data['v_voucher'])) throw new ProviderError('busy');
  return data;
}

function codeFailure(code: unknown): ProviderFailure {
  return typeof code === 'number' ? 'failed' : 'bad_answer';
}

/** @throws ProviderError */
async function askWhole(url: string, question: Question, tools: Tools): Promise<Answered> {
  return readJson(await send(url, question, tools));
}

async function send(url: string, question: Question, tools: Tools): Promise<Response> {
  const { session, isSigned, cookie } = question;
  const query = isSigned
    ? signQuery(question.query, await signingKey(tools), Math.floor(tools.clock.nowMs() / 1_000))
    : new URLSearchParams(question.query).toString();
  const cookies = [...(session === undefined ? [] : [`SESSDATA=${session}`]), ...(cookie ? [cookie] : [])].join('; ');
  return tools.ask(`${url}?${query}`, {
    headers: { ...siteHeaders, accept: 'application/json', ...(cookies === '' ? {} : { cookie: cookies }) },
  });
}

/** Keys change daily; visitors get them as well. */
function signingKey(tools: Tools): Promise<string> {
  return tools.remember('signing key', async () => {
    const answer = await askWhole(`${api}/x/web-interface/nav`, { query: {} }, tools);
    const image = objectOf(objectOf(answer['data'])?.['wbi_img']);
    const key = mixKeys(textOf(image?.['img_url']) ?? '', textOf(image?.['sub_url']) ?? '');
    return needed(key.length === 32 ? key : undefined);
  });
}

/** A cookie that identifies a browser; without it, searches find nothing (docs/misc/buvid3_4.md). */
export function visitorCookie(tools: Tools): Promise<string> {
  return tools.remember('visitor', async () => {
    const { b_3: id } = await ask(`${api}/x/frontend/finger/spi`, { query: {} }, tools);
    const text = needed(textOf(id));
    return /^[\w-]{1,100}$/.test(text) ? `buvid3=${text}` : needed<string>(undefined);
  });
}

interface BilibiliUser {
  readonly name: string;
  readonly id: string;
}

/** The user of a session. @throws ProviderError `account_refused` when the session has none */
export async function askUser(session: string, tools: Tools): Promise<BilibiliUser> {
  const user = await ask(`${api}/x/web-interface/nav`, { query: {}, session }, tools);
  if (user['isLogin'] !== true) throw new ProviderError('account_refused');
  return { name: needed(textOf(user['uname'])), id: needed(idOf(user['mid'])) };
}

export function toCredentials(session: string, { id }: BilibiliUser): Secrets {
  return { token: session, userId: id };
}

interface QrCode {
  readonly url: string;
  readonly key: string;
}

/** Begins a sign-in by a QR code (docs/login/login_action/QR.md). @throws ProviderError */
export async function startQr(tools: Tools): Promise<QrCode> {
  const { url, qrcode_key: key } = await ask(`${passport}/x/passport-login/web/qrcode/generate`, { query: {} }, tools);
  const address = needed(textOf(url));
  if (!/^https:\/\/[\w.-]{1,100}\.bilibili\.com\//.test(address) || address.length > 1_000)
    return needed<QrCode>(undefined);
  return { url: address, key: needed(textOf(key)) };
}

/** The session, once the user has agreed in the app. @throws ProviderError */
export async function pollQr(
  key: string,
  tools: Tools,
): Promise<'waiting' | 'scanned' | 'expired' | { session: string }> {
  const answer = await send(`${passport}/x/passport-login/web/qrcode/poll`, { query: { qrcode_key: key } }, tools);
  const cookies = answer.headers.getSetCookie();
  const { code } = needed(objectOf((await readJson(answer))['data']));
  if (code === 86101) return 'waiting';
  if (code === 86090) return 'scanned';
  if (code === 86038) return 'expired';
  const [session] = cookies.flatMap((cookie) => /^SESSDATA=([^;\s]{1,1000})/.exec(cookie)?.[1] ?? []);
  if (code !== 0 || session === undefined) throw new ProviderError('bad_answer');
  return { session };
}

/** An id as text; some ids are larger than 32 bits. */
export function idOf(value: unknown): string | undefined {
  const isNumber = typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
  const text = isNumber ? String(value) : value;
  return typeof text === 'string' && /^[1-9]\d{0,18}$/.test(text) ? text : undefined;
}

/** An address of a film, with http or https only. */
export function upstreamAt(url: unknown): UpstreamAddress | undefined {
  const text = textOf(url);
  if (text === undefined || text.length > 8_000 || !isUrl(text)) return undefined;
  const { href, protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && !username && !password ? { url: href, headers: siteHeaders } : undefined;
}

/** The id for `thumbnails`: the path of a picture on Bilibili's picture servers. */
export function pictureName(address: unknown): string | undefined {
  const path = /^(?:https?:)?\/\/[\w-]{1,20}\.hdslb\.com\/(bfs\/[\w./-]{1,300})$/.exec(textOf(address) ?? '')?.[1];
  return path !== undefined && isPicture(path) ? path : undefined;
}

export function pictureAt(name: string): UpstreamAddress | undefined {
  return isPicture(name) ? { url: `https://i0.hdslb.com/${name}`, headers: siteHeaders } : undefined;
}

function isPicture(path: string): boolean {
  return /^bfs\/[\w./-]{1,300}\.(?:jpg|jpeg|png|webp|gif|avif)$/i.test(path) && !path.includes('..');
}
