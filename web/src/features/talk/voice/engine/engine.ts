import { localNow } from '../../../../client/room/clock.ts';
import { browserEvents } from '../../../../client/room/connection.ts';
import type { RoomConnection } from '../../../../client/room/room.ts';
import type { Store } from '../../../../client/store.ts';
import { voiceParticipants } from '../participants.ts';
import { type Arrival, watchArrivals } from './arrivals.ts';
import { Call } from './call.ts';
import { duckWhileSpeaking } from './film-ducking.ts';
import { makeIceServers } from './ice-servers.ts';
import { makeMesh } from './mesh.ts';
import { makeMicrophone } from './microphone.ts';
import { makeSinks, type Sinks } from './sinks.ts';
import { watchSpeaking } from './speaking.ts';
import { keepStay } from './stay.ts';
import { followTalkKeys } from './talk-keys.ts';
import { playTone } from './tones.ts';

/** The voice of this page with all its parts. The code is loaded when the person joins. */
export interface VoiceEngine {
  readonly call: Call;
  readonly sinks: Sinks;
  /** The addresses of the people who speak. */
  readonly speaking: Store<ReadonlySet<string>>;
  readonly arrival: Store<Arrival | undefined>;
  close(): void;
}

export function startEngine(room: RoomConnection): VoiceEngine {
  const iceServers = makeIceServers(room);
  const sinks = makeSinks();
  const call = new Call({
    room,
    iceServers,
    sinks,
    makeMicrophone,
    makeMesh: (parts) => makeMesh({ ...parts, makeConnection }),
  });
  const speaking = watchSpeaking(call.state, (nowMs) => call.levels(nowMs), localNow);
  const isOther = (peer: string) => peer !== room.address.get() && !sinks.isSilent(peer);
  const arrivals = watchArrivals({
    state: call.state,
    list: room.resources.store(voiceParticipants),
    self: room.principalId,
    tell: playTone,
  });
  const ends = [
    speaking.close,
    duckWhileSpeaking(speaking.now, isOther),
    arrivals.close,
    followTalkKeys(call),
    keepStay({ roomId: room.roomId, state: call.state, talking: call.talking }),
    browserEvents.listen((event) => event === 'network' && call.networkChanged()),
  ];

  function makeConnection(): RTCPeerConnection {
    // Credentials expire after hours. Meanwhile, new ones are requested for the next connection.
    void iceServers.load().catch(() => undefined);
    return new RTCPeerConnection(iceServers.configuration());
  }

  return {
    call,
    sinks,
    speaking: speaking.now,
    arrival: arrivals.last,
    close() {
      call.close();
      for (const end of ends) end();
      sinks.close();
    },
  };
}
