/** What ffmpeg is told, for each form of a film. Pure. [CV6] */
import type { RunArgs } from '../../../../drivers/ffmpeg/ffmpeg.ts';
import { type Encoder, encoderArgs, software } from '../encoders/encoder.ts';
import type { VideoStream } from '../plan/film-streams.ts';
import { type Rendition, segmentSeconds } from '../plan/plan.ts';

/** Samples a second, and in each packet of AAC. Packets begin at multiples of this length, in every run. */
export const soundRate = 48_000;
export const packetSamples = 1_024;
/** Packets of sound before the first one that is wanted: the coder needs them to begin well. */
const leadPackets = 4;

/** Time stamps go through unchanged, counted from the film's beginning. */
const movflags = 'empty_moov+default_base_moof+frag_discont+negative_cts_offsets';
const timing = ['-copyts', '-start_at_zero'];
const common = ['-sn', '-dn', '-avoid_negative_ts', 'disabled', '-movflags'];
/**
 * Longest fragments, in microseconds. A segment of pictures is complete when the key frame after it has come, which
 * ffmpeg would keep until the key frame after that one.
 */
const fragments = { video: '100000', sound: '500000' } as const;

/**
 * Recordings change the size of their picture where another broadcast begins. ffmpeg would begin all filters anew there,
 * and with them the count of pictures from the beginning of the segment on.
 */
const oneSize = ['-reinit_filter', '0'];

/** Arguments for a run that makes `rendition` from its segment `first` on. `encoder` codes pictures anew. */
export function argsFor(rendition: Rendition, first: number, encoder: Encoder = software): RunArgs {
  const { stream, kind, isCopy } = rendition;
  const startSeconds = rendition.starts[first] ?? 0;
  const output = ['-map', `0:${stream.index}`, ...common];
  if (kind === 'video') {
    // A little more, so that rounding does not end before the key frame.
    const from = isCopy && startSeconds > 0 ? startSeconds + 0.01 : startSeconds;
    const { device, beginsLate } = isCopy ? copying : encoderArgs(encoder, rendition.bitsPerSecond);
    const video = isCopy ? copied(rendition) : coded(rendition, startSeconds, encoder);
    // Such a file would say of itself that it begins where its first picture is.
    const late = beginsLate ? ['-use_editlist', '0'] : [];
    const cut = [`${movflags}+frag_keyframe${beginsLate ? '+delay_moov' : ''}`, '-frag_duration', fragments.video];
    return { input: [...device, ...oneSize, ...seek(from), ...timing], output: [...output, ...cut, ...late, ...video] };
  }
  const packet = Math.floor((startSeconds * soundRate) / packetSamples) - leadPackets;
  const from = Math.max(0, (packet * packetSamples) / soundRate);
  const short = [movflags, '-frag_duration', fragments.sound];
  return { input: [...seek(from), ...timing], output: [...output, ...short, ...(isCopy ? ['-c', 'copy'] : sound)] };
}

function seek(seconds: number): readonly string[] {
  return seconds > 0 ? ['-ss', seconds.toFixed(6)] : [];
}

function copied({ codecs }: Rendition): readonly string[] {
  return ['-c', 'copy', ...(codecs.startsWith('hvc1') ? ['-tag:v', 'hvc1'] : [])];
}

const copying = { device: [], beginsLate: false } as const;

function coded(rendition: Rendition, startSeconds: number, encoder: Encoder): readonly string[] {
  const { stream, height, bitsPerSecond } = rendition;
  const { filters, codec } = encoderArgs(encoder, bitsPerSecond);
  // It counts from the first picture.
  const keys = `expr:gte(t,n_forced*${segmentSeconds})`;
  return [
    ...['-vf', [filtersFor(stream as VideoStream, height, startSeconds), ...filters].join()],
    ...[...codec, '-force_key_frames', keys, '-threads', '0'],
    // Each key frame tells how to decode it: another encoder may have made the segment before it.
    ...['-bsf:v', 'dump_extra=freq=keyframe'],
    // A time base of the frame rate would round times.
    ...['-fps_mode', 'passthrough', '-enc_time_base', '1:90000', '-video_track_timescale', '90000'],
  ];
}

/**
 * Square pixels, whole pictures instead of half ones, and the colours of usual screens, at a steady rate from the
 * beginning of the segment on.
 */
function filtersFor(stream: VideoStream, height: number, startSeconds: number): string {
  const { frameRate, isInterlaced, isHdr } = stream;
  const hasSize = stream.width > 0 && stream.height > 0;
  return [
    `fps=${frameRate}:start_time=${startSeconds}`,
    // All that follows is made for pictures of one size. Of half pictures, each is scaled by itself.
    ...(hasSize ? [`scale=w=${stream.width}:h=${stream.height}:interl=-1`] : []),
    ...(isInterlaced ? ['yadif=deint=interlaced'] : []),
    `scale=w=trunc(${height}*dar/2)*2:h=${height}:flags=bicubic`,
    'setsar=1',
    ...(isHdr ? [toneMapped] : []),
  ].join();
}

/** HDR10 and HLG to BT.709, in linear light. */
const toneMapped = [
  'zscale=t=linear:npl=100',
  'format=gbrpf32le',
  'zscale=p=bt709',
  'tonemap=hable:desat=0',
  'zscale=t=bt709:m=bt709:r=tv',
  'format=yuv420p',
].join();

/** Stereo in which voices stay audible: the middle keeps its full level. Gaps in the sound become silence. */
const sound = [
  ...['-af', `aresample=${soundRate}:async=1:out_channel_layout=stereo:center_mix_level=1:surround_mix_level=0.5`],
  ...['-c:a', 'aac', '-b:a', '192k', '-ac', '2', '-ar', String(soundRate)],
];
