import type { VoiceParticipant, WebRTCSignal } from '@matinee/contract/gen/api.ts';
import { ApiError } from '../../../../client/calls/api-error.ts';
import type { RoomConnection } from '../../../../client/room/room.ts';
import { makeStore, type Store } from '../../../../client/store.ts';
import { voiceParticipants } from '../participants.ts';
import type { IceServers } from './ice-servers.ts';
import type { Mesh, MeshParts } from './mesh.ts';
import type { Microphone } from './microphone.ts';
import type { WayState } from './recovery.ts';
import type { Sinks } from './sinks.ts';
import { makeTalking, type Talking } from './talking.ts';

export type CallState =
  | { readonly is: 'idle' }
  | { readonly is: 'joining' }
  | { readonly is: 'in' }
  /**
   * The room's connection is lost, or has just been restored. Voices continue meanwhile, as they do not pass through
   * it.
   */
  | { readonly is: 'reconnecting' };

/** Why the person is not in voice, although they wanted to be. */
export type CallEnd =
  | { readonly is: 'refused'; readonly error: unknown; readonly most: number | undefined }
  /** The server has removed the person: voice was switched off, or they lost the permission. */
  | { readonly is: 'removed' };

/** Parts of the browser that tests replace. */
export interface CallParts {
  readonly room: Pick<RoomConnection, 'address' | 'connection' | 'command' | 'tell' | 'hear' | 'resources'>;
  readonly makeMicrophone: () => Microphone;
  readonly makeMesh: (parts: Omit<MeshParts, 'makeConnection'>) => Mesh;
  readonly iceServers: Pick<IceServers, 'load' | 'held'>;
  readonly sinks: Pick<Sinks, 'play' | 'end'>;
}

/** Refusals that may pass after a lost connection: the server frees the old place only once it notices the loss. */
const passing = new Set(['voice.full', 'store.key_value_unavailable', 'call.rate_limited']);
/**
 * Wait before each retry, in milliseconds; then the page gives up. Together they are longer than a dead connection
 * keeps its place.
 */
const againMs = [1_000, 2_000, 4_000, 8_000, 15_000, 15_000];

/** One stay in voice, from the press on "join" to the end. Answers for an earlier stay change nothing. */
interface Stay {
  /** The address under which the page is in voice, or was last; undefined: it has not been in voice yet. */
  address?: string;
  mesh?: Mesh;
  /** True once the list has shown this page under `address`. */
  isListed: boolean;
  tries: number;
  timer?: ReturnType<typeof setTimeout>;
}

/** The voice of this page: in a call or not. [WVO20]–[WVO27] */
export class Call {
  readonly #parts: CallParts;
  readonly #state = makeStore<CallState>({ is: 'idle' });
  readonly #end = makeStore<CallEnd | undefined>(undefined);
  readonly #ways = makeStore<ReadonlyMap<string, WayState>>(new Map());
  readonly #list: Store<readonly VoiceParticipant[] | undefined>;
  readonly #ends: readonly (() => void)[];
  #stay: Stay | undefined;
  readonly talking: Talking;

  constructor(parts: CallParts) {
    const { room } = parts;
    this.#parts = parts;
    this.#list = room.resources.store(voiceParticipants);
    this.talking = makeTalking(parts.makeMicrophone, (command) => room.command(command));
    this.#ends = [
      this.#list.subscribe(() => this.#follow()),
      room.address.subscribe(() => this.#onAddress()),
      room.hear('webrtc_signal', (signal) => this.#stay?.mesh?.read(signal)),
      room.connection.subscribe(() => room.connection.get().state === 'terminated' && this.#finish(undefined, false)),
      this.talking.track.subscribe(() => this.#stay?.mesh?.setTrack(this.talking.track.get())),
    ];
  }

  get state(): Store<CallState> {
    return this.#state;
  }

  /** Why the stay ended, until the next try. */
  get end(): Store<CallEnd | undefined> {
    return this.#end;
  }

  /** The state of the way to each of the others. */
  get ways(): Store<ReadonlyMap<string, WayState>> {
    return this.#ways;
  }

  /** The loudness of all people in voice, this page included. */
  levels(nowMs: number): ReadonlyMap<string, number> {
    const { mesh, address } = this.#stay ?? {};
    const levels = new Map(mesh?.levels(nowMs));
    if (address !== undefined) levels.set(address, this.talking.level());
    return levels;
  }

  /** Does nothing while the page joins or is in voice. */
  join(): void {
    if (this.#stay !== undefined) return;
    this.#stay = { isListed: false, tries: 0 };
    this.#end.set(undefined);
    this.#state.set({ is: 'joining' });
    this.talking.begin();
    void this.#join(this.#stay);
  }

  leave(): void {
    this.#finish(undefined, true);
  }

  /** Tries again at once to find a way to a person. */
  retry(peer: string): void {
    this.#stay?.mesh?.retry(peer);
  }

  networkChanged(): void {
    this.#stay?.mesh?.networkChanged();
  }

  close(): void {
    this.leave();
    for (const end of this.#ends) end();
  }

  /** Asks for a place over the current connection. */
  async #join(mine: Stay): Promise<void> {
    const { room, iceServers } = this.#parts;
    const address = room.address.get();
    if (address === undefined) return;
    const isCurrent = () => mine === this.#stay && address === room.address.get();
    const muted = this.talking.isSilent();
    try {
      await iceServers.load();
      if (!isCurrent()) return;
      await room.command({ webrtc_voice_join: { muted } });
    } catch (error) {
      if (isCurrent()) this.#refuse(mine, error);
      return;
    }
    if (isCurrent()) this.#settle(mine, address, muted);
  }

  #settle(mine: Stay, address: string, muted: boolean): void {
    const { room, makeMesh, sinks } = this.#parts;
    mine.mesh?.close();
    const send = (signal: WebRTCSignal) => void room.tell({ webrtc_signal: signal });
    const mesh = makeMesh({ self: address, send, onTrack: sinks.play, onGone: sinks.end });
    Object.assign(mine, { mesh, address, tries: 0, isListed: false });
    mesh.ways.subscribe(() => mine === this.#stay && mesh === mine.mesh && this.#ways.set(mesh.ways.get()));
    mesh.setTrack(this.talking.track.get());
    this.#state.set({ is: 'in' });
    this.talking.joined(muted);
    this.#follow();
  }

  #refuse(mine: Stay, error: unknown): void {
    const wait = againMs[mine.tries];
    const isBack = mine.address !== undefined;
    const isPassing = error instanceof ApiError && (error.status === 0 || passing.has(error.code));
    if (isBack && isPassing && wait !== undefined) {
      mine.tries += 1;
      mine.timer = setTimeout(() => void this.#join(mine), wait);
      return;
    }
    // After a timeout, the server may have carried the join out.
    const isUnknown = error instanceof ApiError && error.code === 'timeout';
    const most = this.#parts.iceServers.held()?.webrtc?.max_voice_participants;
    this.#finish({ is: 'refused', error, most }, isUnknown);
  }

  #finish(why: CallEnd | undefined, isTold: boolean): void {
    const { room } = this.#parts;
    if (this.#stay === undefined) return;
    clearTimeout(this.#stay.timer);
    this.#stay.mesh?.close();
    this.#stay = undefined;
    this.talking.end();
    this.#ways.set(new Map());
    this.#end.set(why);
    this.#state.set({ is: 'idle' });
    // Without a connection, the server frees the place.
    if (isTold) room.command({ webrtc_voice_leave: {} }).catch(() => undefined);
  }

  /**
   * Follows a change of the list: makes and ends ways. If this page is no longer in the list, the server has removed
   * it.
   */
  #follow(): void {
    const participants = this.#list.get() ?? [];
    const stay = this.#stay;
    if (stay?.mesh === undefined || stay.address !== this.#parts.room.address.get()) return;
    const isListed = participants.some(({ peer }) => peer === stay.address);
    if (!isListed && stay.isListed) return this.#finish({ is: 'removed' }, false);
    stay.isListed = isListed;
    stay.mesh.follow(participants);
  }

  #onAddress(): void {
    const stay = this.#stay;
    if (stay === undefined) return;
    if (stay.address !== undefined) this.#state.set({ is: 'reconnecting' });
    clearTimeout(stay.timer);
    stay.tries = 0;
    void this.#join(stay);
  }
}
