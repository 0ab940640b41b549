import { type LinkSignal, PeerLink } from './peer-link.ts';

/**
 * For a page of a test, at `window.pair`: two links and the signalling between them. The test can make the signalling
 * lose, hold, double and reverse signals.
 */

const connections: Record<'left' | 'right', RTCPeerConnection[]> = { left: [], right: [] };

function makeTone(): MediaStreamTrack {
  const context = new AudioContext();
  const oscillator = context.createOscillator();
  const out = context.createMediaStreamDestination();
  oscillator.connect(out);
  oscillator.start();
  return out.stream.getAudioTracks()[0]!;
}

let toLose = 0;
let answersToLose = 0;
let isReversed = false;
let isDoubled = false;
let heldAnswers: (() => void)[] | undefined;
/** Candidates and offers of one side that are delivered in reverse order. */
const waiting: (() => void)[] = [];

function carry(to: () => PeerLink, signal: LinkSignal): void {
  const deliver = () => to().read(signal);
  const type = signal.description?.type;
  if (type === 'offer') pair.offers += 1;
  if (signal.candidates && to() === pair.left) pair.lastCandidates = signal;
  if (toLose > 0 && type === 'offer') {
    toLose -= 1;
    pair.lost += 1;
    return;
  }
  if (answersToLose > 0 && type === 'answer') {
    answersToLose -= 1;
    pair.lost += 1;
    return;
  }
  if (heldAnswers && type === 'answer') {
    heldAnswers.push(deliver);
    pair.held = heldAnswers.length;
    return;
  }
  if (isReversed && type === 'offer') {
    waiting.push(deliver);
    return;
  }
  deliver();
  if (isDoubled) deliver();
  while (waiting.length > 0 && signal.candidates) waiting.shift()!();
}

function makeLink(name: 'left' | 'right', isPolite: boolean, other: () => PeerLink): PeerLink {
  const link = new PeerLink({
    isPolite,
    makeConnection() {
      const made = new RTCPeerConnection();
      connections[name].push(made);
      pair.made += 1;
      return made;
    },
    send: (signal) => setTimeout(() => carry(other, signal)),
    onTrack(track) {
      // Chromium decodes only sound that is played.
      const audio = new Audio();
      audio.srcObject = new MediaStream([track]);
      void audio.play();
    },
  });
  link.setTrack(makeTone());
  return link;
}

const last = (name: 'left' | 'right') => connections[name].at(-1)!;

async function energyOf(name: 'left' | 'right'): Promise<number> {
  let energy = 0;
  for (const entry of (await last(name).getStats()).values())
    if (entry.type === 'inbound-rtp') energy += entry.totalAudioEnergy ?? 0;
  return energy;
}

const pair = {
  made: 0,
  offers: 0,
  lost: 0,
  held: 0,
  /** The last candidates of the right link that the left one got. */
  lastCandidates: undefined as LinkSignal | undefined,
  left: undefined as unknown as PeerLink,
  right: undefined as unknown as PeerLink,
  tone: makeTone,
  lose(count: number) {
    toLose = count;
  },
  loseAnswers(count: number) {
    answersToLose = count;
  },
  reverse() {
    isReversed = true;
  },
  double() {
    isDoubled = true;
  },
  holdAnswers() {
    heldAnswers = [];
  },
  letGo() {
    const held = heldAnswers ?? [];
    heldAnswers = undefined;
    for (const deliver of held) deliver();
  },
  states: () => [pair.left.state.get(), pair.right.state.get()],
  isAtRest: () => [last('left'), last('right')].every(({ signalingState }) => signalingState === 'stable'),
  lines: () => [last('left').getTransceivers().length, last('right').getTransceivers().length],
  isHeard: async () => (await energyOf('left')) > 0 && (await energyOf('right')) > 0,
  isHeardByRight: async () => (await energyOf('right')) > 0,
};

pair.left = makeLink('left', true, () => pair.right);
pair.right = makeLink('right', false, () => pair.left);
Object.assign(window, { pair });
