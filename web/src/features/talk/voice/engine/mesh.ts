import type { VoiceParticipant, WebRTCSignal } from '@matinee/contract/gen/api.ts';
import { makeStore, type Store } from '../../../../client/store.ts';
import { PeerLink } from './peer-link.ts';
import { makeRecovery, type Recovery, type WayState } from './recovery.ts';

export interface MeshParts {
  /** The address of this page. */
  readonly self: string;
  readonly makeConnection: () => RTCPeerConnection;
  readonly send: (signal: WebRTCSignal) => void;
  readonly onTrack: (peer: string, track: MediaStreamTrack) => void;
  readonly onGone: (peer: string) => void;
}

/** The ways to all the others. */
export interface Mesh {
  /** The state of the way to each of the others. */
  readonly ways: Store<ReadonlyMap<string, WayState>>;
  /**
   * Makes and ends ways, so that there is one to each of the others. Does nothing until this page is among the
   * participants.
   */
  follow(participants: readonly VoiceParticipant[]): void;
  read(signal: WebRTCSignal): void;
  setTrack(track: MediaStreamTrack | null): void;
  /** How loud each of the others is. */
  levels(nowMs: number): ReadonlyMap<string, number>;
  networkChanged(): void;
  retry(peer: string): void;
  close(): void;
}

interface Way {
  readonly link: PeerLink;
  readonly recovery: Recovery;
}

/**
 * Maximum number of stored signals from people who are not in the list yet: the list may arrive after their signals.
 */
const mostHeld = 100;

/** Makes the mesh. The later page sends its offer to the earlier ones, so that two first offers never meet. [WVO6] */
export function makeMesh(parts: MeshParts): Mesh {
  const { self, onGone } = parts;
  const ways = makeStore<ReadonlyMap<string, WayState>>(new Map());
  const byPeer = new Map<string, Way>();
  let held: WebRTCSignal[] = [];
  let track: MediaStreamTrack | null = null;

  const publish = () => ways.set(new Map([...byPeer].map(([peer, { recovery }]) => [peer, recovery.state.get()])));

  function open(peer: string, isStarter: boolean): void {
    const link = makeLink(peer, parts);
    link.setTrack(track);
    const recovery = makeRecovery(link, isStarter);
    recovery.state.subscribe(publish);
    byPeer.set(peer, { link, recovery });
    if (isStarter) link.start();
    for (const signal of held.filter((early) => early.peer === peer)) link.read(signal);
    held = held.filter((early) => early.peer !== peer);
  }

  function end(peer: string, { link, recovery }: Way): void {
    byPeer.delete(peer);
    recovery.close();
    link.close();
    onGone(peer);
  }

  return {
    ways,
    follow(participants) {
      const own = participants.findIndex(({ peer }) => peer === self);
      if (own < 0) return;
      const peers = new Set(participants.map(({ peer }) => peer));
      for (const [peer, way] of [...byPeer]) if (!peers.has(peer)) end(peer, way);
      for (const [place, { peer }] of participants.entries())
        if (peer !== self && !byPeer.has(peer)) open(peer, place < own);
      publish();
    },
    read(signal) {
      const way = byPeer.get(signal.peer);
      if (way) way.link.read(signal);
      else held = [...held, signal].slice(-mostHeld);
    },
    setTrack(next) {
      track = next;
      for (const { link } of byPeer.values()) link.setTrack(next);
    },
    levels: (nowMs) => new Map([...byPeer].map(([peer, { link }]) => [peer, link.level(nowMs)])),
    networkChanged() {
      for (const { recovery } of byPeer.values()) recovery.networkChanged();
    },
    retry: (peer) => byPeer.get(peer)?.recovery.retry(),
    close() {
      for (const [peer, way] of [...byPeer]) end(peer, way);
      publish();
    },
  };
}

function makeLink(peer: string, { self, makeConnection, send, onTrack }: MeshParts): PeerLink {
  return new PeerLink({
    makeConnection,
    isPolite: self < peer,
    send: (signal) => send({ peer, ...signal }),
    onTrack: (heard) => onTrack(peer, heard),
  });
}
