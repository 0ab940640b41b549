import { nextGain } from './gain-rider.ts';
import { type Filter, kWeighting } from './k-weighting.ts';
import { blockSeconds, makeLoudnessMeter } from './loudness-meter.ts';

/** Peaks above this, in dB, are held down: the gain follows a bang only after a tenth of a second. */
const limitDb = -6;
const limitRatio = 20;
/** `DynamicsCompressorNode` makes all louder by this (Web Audio §1.19.4), in dB. It is taken back. */
const addedDb = -0.6 * limitDb * (1 - 1 / limitRatio);
/** The gain moves to each next value with this time constant, in seconds. */
const glideSeconds = 0.03;

/** The sound of one element on its way through the page. It cannot be given back to the element. */
export interface EvenGraph {
  /** False: the sound passes as it is. */
  setEven(isEven: boolean): void;
  /** The next sound does not follow the last one. `isOther`: it is of something else. */
  skip(isOther: boolean): void;
  stop(): void;
}

export function makeEvenGraph(context: AudioContext, element: HTMLMediaElement): EvenGraph {
  const source = context.createMediaElementSource(element);
  const ear = makeEar(context);
  const gain = new GainNode(context);
  const limiter = new DynamicsCompressorNode(context, {
    ...{ threshold: limitDb, ratio: limitRatio, knee: 0, attack: 0.003, release: 0.25 },
  });
  gain
    .connect(limiter)
    .connect(new GainNode(context, { gain: ratioOf(-addedDb) }))
    .connect(context.destination);
  source.connect(context.destination);
  let [isEven, gainDb, meter, heardAt] = [false, 0, makeLoudnessMeter(), context.currentTime];
  function ride(): void {
    const seconds = context.currentTime - heardAt;
    if (!isEven || element.paused || element.volume === 0 || seconds < blockSeconds / 2) return;
    heardAt = context.currentTime;
    // The browser applies the volume before the page gets the sound. Evening would undo it.
    meter.add(ear.power() / element.volume ** 2);
    gainDb = nextGain(gainDb, meter.read(), seconds);
    gain.gain.setTargetAtTime(ratioOf(gainDb), context.currentTime, glideSeconds);
  }
  const timer = setInterval(ride, blockSeconds * 1_000);
  return {
    setEven(wanted) {
      if (wanted === isEven) return;
      isEven = wanted;
      heardAt = context.currentTime;
      meter.skip();
      source.disconnect();
      source.connect(isEven ? gain : context.destination);
      if (isEven) source.connect(ear.input);
    },
    skip(isOther) {
      // Of the next block, a part may still be from before.
      heardAt = context.currentTime + blockSeconds;
      if (isOther) [meter, gainDb] = [makeLoudnessMeter(), 0];
      else meter.skip();
    },
    stop() {
      clearInterval(timer);
      source.disconnect();
    },
  };
}

/** Hears both channels as an ear does. More channels are mixed down to two, as loudspeakers give them. */
function makeEar(context: AudioContext) {
  const [head, lows] = kWeighting(context.sampleRate).map((filter) => filterNode(context, filter));
  const splitter = new ChannelSplitterNode(context, { numberOfOutputs: 2 });
  head!.connect(lows!).connect(splitter);
  const length = Math.round(context.sampleRate * blockSeconds);
  const fftSize = 2 ** Math.ceil(Math.log2(length));
  const samples = new Float32Array(fftSize);
  const analysers = [0, 1].map((channel) => {
    const analyser = new AnalyserNode(context, { fftSize });
    splitter.connect(analyser, channel);
    return analyser;
  });
  return {
    input: head!,
    /** The mean squares of the last block, summed. */
    power: () =>
      analysers.reduce((sum, analyser) => {
        analyser.getFloatTimeDomainData(samples);
        return sum + meanSquare(samples.subarray(-length));
      }, 0),
  };
}

function filterNode(context: AudioContext, { feedforward, feedback }: Filter): IIRFilterNode {
  return new IIRFilterNode(context, {
    ...{ feedforward: [...feedforward], feedback: [...feedback] },
    ...{ channelCount: 2, channelCountMode: 'explicit' },
  });
}

function meanSquare(samples: Float32Array): number {
  return samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
}

function ratioOf(decibels: number): number {
  return 10 ** (decibels / 20);
}
