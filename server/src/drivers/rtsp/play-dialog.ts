/** The client's side of RTSP up to playback. It has no socket of its own. [RSP2] */
import { type Account, authorize, type Challenge, chooseChallenge } from './authorization.ts';
import { type Description, readDescription } from './description.ts';
import { RtspError } from './rtsp-error.ts';
import { headerOf, type RtspAnswer, writeMessage } from './rtsp-message.ts';
import { RtspReader } from './rtsp-reader.ts';

/** The server refused a request. */
export class RtspRefused extends Error {
  readonly status: number;
  /** The redirect target. */
  readonly location: string | undefined;

  constructor(status: number, location?: string) {
    super(`RTSP: the server answered ${status}`);
    this.status = status;
    this.location = location;
  }
}

export interface DialogParts {
  send(bytes: Buffer): void;
  /** Media of a track: channel 0 is the first track's media, 1 its reports, 2 the second track's media, and so on. */
  onFrame(channel: number, payload: Buffer): void;
  random(length: number): Buffer;
}

/** Default session timeout of a server, in seconds (section 12.37). */
const usualTimeoutSeconds = 60;

export class PlayDialog {
  readonly #parts: DialogParts;
  readonly #url: string;
  readonly #account: Account | undefined;
  readonly #reader: RtspReader;
  readonly #waiting = new Map<number, (answer: RtspAnswer | undefined) => void>();
  /** Our channels, by the server's. */
  readonly #channels = new Map<number, number>();
  #isOver = false;
  #number = 0;
  #challenge: Challenge | undefined;
  #answered = 0;
  #session: string | undefined;
  #playUrl: string;
  #beatMethod = 'OPTIONS';
  #timeoutSeconds = usualTimeoutSeconds;

  /** `url` has no account. */
  constructor(url: string, account: Account | undefined, parts: DialogParts) {
    this.#url = url;
    this.#playUrl = url;
    this.#account = account;
    this.#parts = parts;
    this.#reader = new RtspReader({
      onAnswer: (answer) => this.#hear(answer),
      // Requests of a server need no response, and redirects during playback are ignored.
      onRequest: () => undefined,
      onFrame: (channel, payload) => {
        const ours = this.#channels.get(channel);
        if (ours !== undefined) parts.onFrame(ours, payload);
      },
    });
  }

  /** How often to send a keep-alive, in milliseconds. */
  get beatMs(): number {
    return Math.max(this.#timeoutSeconds, 10) * 500;
  }

  /** @throws RtspError */
  receive(data: Buffer): void {
    this.#reader.push(data);
  }

  /** The connection has ended: pending requests get no response. */
  end(): void {
    this.#isOver = true;
    for (const settle of this.#waiting.values()) settle(undefined);
    this.#waiting.clear();
  }

  /** Requests the tracks. @throws RtspError, RtspRefused */
  async open(): Promise<Description> {
    const options = await this.#ask('OPTIONS', this.#url).catch(ignoreStatus);
    if (options && /\bGET_PARAMETER\b/.test(headerOf(options, 'public') ?? '')) this.#beatMethod = 'GET_PARAMETER';
    const answer = await this.#ask('DESCRIBE', this.#url, { Accept: 'application/sdp' });
    const description = readDescription(answer.body.toString('utf8'));
    const base = headerOf(answer, 'content-base') ?? headerOf(answer, 'content-location') ?? this.#url;
    this.#playUrl = resolveControl(base, description.control ?? '*');
    for (const [number, { control }] of description.tracks.entries())
      await this.#setUp(number, resolveControl(base, control));
    return description;
  }

  /** @throws RtspRefused */
  async play(): Promise<void> {
    await this.#ask('PLAY', this.#playUrl, { Range: 'npt=0.000-' });
  }

  /** Sends a keep-alive, and ignores the response. */
  beat(): void {
    this.#ask(this.#beatMethod, this.#playUrl).catch(() => undefined);
  }

  /** Forwards a player's report about a track. */
  report(channel: number, payload: Buffer, frame: (channel: number, payload: Buffer) => void): void {
    for (const [theirs, ours] of this.#channels) if (ours === channel) frame(theirs, payload);
  }

  async #setUp(number: number, url: string): Promise<void> {
    const wanted = `RTP/AVP/TCP;unicast;interleaved=${2 * number}-${2 * number + 1}`;
    const answer = await this.#ask('SETUP', url, { Transport: wanted });
    const given = headerOf(answer, 'transport') ?? wanted;
    const [, media, reports] = /interleaved=(\d{1,3})(?:-(\d{1,3}))?/i.exec(given) ?? [];
    // Without channels, the server would send datagrams, which are not received here.
    if (media === undefined) throw new RtspError('unexpected_transport');
    this.#channels.set(Number(media), 2 * number);
    this.#channels.set(Number(reports ?? Number(media) + 1), 2 * number + 1);
    const [id, timeout] = (headerOf(answer, 'session') ?? '').split(/;\s*timeout=/i);
    if (id) this.#session = id.trim();
    if (timeout && /^\d{1,5}/.test(timeout)) this.#timeoutSeconds = Number.parseInt(timeout, 10);
  }

  /** Authenticates once, if the server asks for it. @throws RtspRefused */
  async #ask(method: string, url: string, headers: Readonly<Record<string, string>> = {}): Promise<RtspAnswer> {
    const answer = await this.#send(method, url, headers);
    if (answer.status !== 401 || !this.#account) return accept(answer);
    this.#challenge = chooseChallenge(answer.headers.get('www-authenticate') ?? []);
    this.#answered = 0;
    return accept(this.#challenge ? await this.#send(method, url, headers) : answer);
  }

  async #send(method: string, url: string, headers: Readonly<Record<string, string>>): Promise<RtspAnswer> {
    const number = ++this.#number;
    const answered = new Promise<RtspAnswer | undefined>((settle) => this.#waiting.set(number, settle));
    if (this.#isOver) this.end();
    else this.#parts.send(writeMessage(`${method} ${url} RTSP/1.0`, this.#headersOf(number, method, url, headers)));
    const answer = await answered;
    // The same as for an unreachable server.
    if (!answer) throw new RtspRefused(503);
    return answer;
  }

  #headersOf(number: number, method: string, url: string, others: Readonly<Record<string, string>>) {
    const who = this.#challenge &&
      this.#account && {
        Authorization: authorize(this.#challenge, this.#account, {
          ...{ method, url, count: ++this.#answered },
          clientNonce: this.#parts.random(8).toString('hex'),
        }),
      };
    const session = this.#session === undefined ? {} : { Session: this.#session };
    return { CSeq: String(number), 'User-Agent': 'Matinee', ...session, ...who, ...others };
  }

  #hear(answer: RtspAnswer): void {
    const number = Number(headerOf(answer, 'cseq'));
    this.#waiting.get(number)?.(answer);
    this.#waiting.delete(number);
  }
}

function accept(answer: RtspAnswer): RtspAnswer {
  if (answer.status >= 200 && answer.status < 300) return answer;
  const isElsewhere = answer.status >= 300 && answer.status < 400;
  throw new RtspRefused(answer.status, isElsewhere ? headerOf(answer, 'location') : undefined);
}

/** Some servers do not support OPTIONS, or respond to it differently than to other requests. */
function ignoreStatus(cause: unknown): undefined {
  if (cause instanceof RtspRefused && cause.status !== 503) return undefined;
  throw cause;
}

/** RFC 2326, section C.1.1. It identifies a track on the connected server, whatever host it contains. */
function resolveControl(base: string, control: string): string {
  const url = /^[a-z]+:\/\//i.test(control) ? control : joined(base, control);
  if (!/^[\x21-\x7e]{1,4000}$/.test(url)) throw new RtspError('broken_description');
  return url;
}

function joined(base: string, control: string): string {
  if (control === '*' || control === '') return base;
  return base.endsWith('/') || control.startsWith('/') ? `${base}${control}` : `${base}/${control}`;
}
