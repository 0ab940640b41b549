import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { DiagnosisCause } from '@matinee/contract/gen/service/client/room_diagnosis_pb.ts';
import {
  BrowserFamily,
  ViewerPlayer,
  ViewerReportSchema,
  ViewerState,
  ViewerWay,
} from '@matinee/contract/gen/service/client/viewer_reports_pb.ts';
import { expect, test } from 'vitest';
import { type Conversion, diagnose, type ViewerFacts } from './findings.ts';

type Report = MessageInitShape<typeof ViewerReportSchema>;

/** Somebody in step, but for what `over` says. */
function viewer(displayName: string, over: Report = {}): ViewerFacts {
  const report = create(ViewerReportSchema, {
    mediaId: 'media_1',
    state: ViewerState.PLAYING,
    intervalSeconds: 30,
    offsetP50Ms: 12,
    offsetP95Ms: 40,
    roundTripMs: 30,
    player: ViewerPlayer.NATIVE,
    way: ViewerWay.DIRECT,
    browser: BrowserFamily.FIREFOX,
    ...over,
  });
  return { displayName, report, isLost: false };
}

const fine = viewer('Cara');
const failed = (problem: string, over: Report = {}): Report => ({ state: ViewerState.FAILED, problem, ...over });
const stalled: Report = { stalls: 3, stalledSeconds: 4.25 };

function said(viewers: readonly ViewerFacts[], conversion: Conversion = 'on') {
  const { ofRoom, ofViewers } = diagnose(viewers, conversion);
  const sentences = (some: readonly { sentence: string }[]) => some.map(({ sentence }) => sentence);
  return { room: sentences(ofRoom), viewers: ofViewers.map(sentences) };
}

test('[DG4] nothing is wrong with viewers in step, with those who pause, and with who has no player', () => {
  const chatOnly: ViewerFacts = { displayName: 'Dora', report: undefined, isLost: false };
  const paused = viewer('Emil', { state: ViewerState.IDLE, offsetP50Ms: 4_000, offsetP95Ms: 4_000 });
  expect(said([fine, chatOnly, paused])).toEqual({ room: [], viewers: [[], [], []] });
  expect(said([])).toEqual({ room: [], viewers: [] });
});

test.each<[string, Report, DiagnosisCause, string]>([
  [
    'codec',
    failed('format', { missingCodecs: ['hevc'] }),
    DiagnosisCause.CODEC,
    'Ben’s browser (Firefox) cannot play HEVC.',
  ],
  [
    'codec of another site',
    failed('unknown', { missingCodecs: ['hevc', 'dts'] }),
    DiagnosisCause.CODEC,
    'Ben’s browser (Firefox) cannot play HEVC, DTS.',
  ],
  [
    'codec of the sound alone',
    { missingCodecs: ['ac3'] },
    DiagnosisCause.CODEC,
    'Ben’s browser (Firefox) cannot play AC3.',
  ],
  [
    'format',
    failed('format', { browser: BrowserFamily.OTHER }),
    DiagnosisCause.FORMAT,
    'Ben’s browser cannot play the film.',
  ],
  [
    'source, directly',
    failed('not_found', { missingCodecs: ['hevc'] }),
    DiagnosisCause.NOT_LOADED,
    'Ben does not get the film (not found), but others do.',
  ],
  ['tap', { state: ViewerState.BLOCKED }, DiagnosisCause.TAP, 'Ben’s browser waits for a tap before it plays.'],
  [
    'connection',
    { ...stalled, roundTripMs: 250 },
    DiagnosisCause.CONNECTION,
    'Ben’s connection is slow or loses data: it takes 250 ms to the server and back, and the film stalled 3 times for 4.3 s.',
  ],
  [
    'stalls',
    { ...stalled, roundTripMs: 249 },
    DiagnosisCause.STALLS,
    'The film stalls for Ben alone: 3 times for 4.3 s. The connection to this server is good.',
  ],
  [
    'one long stall',
    { stalls: 1, stalledSeconds: 3 },
    DiagnosisCause.STALLS,
    'The film stalls for Ben alone: once for 3.0 s. The connection to this server is good.',
  ],
  [
    'a stall now',
    { state: ViewerState.STALLED, stalls: 0 },
    DiagnosisCause.STALLS,
    'The film stalls for Ben alone: 0 times for 0.0 s. The connection to this server is good.',
  ],
  [
    'device',
    { offsetP50Ms: 250, offsetP95Ms: 2_140 },
    DiagnosisCause.DEVICE,
    'Ben is 2.1 s out of sync, although no data is missing.',
  ],
  [
    'device, now and then',
    { offsetP95Ms: 1_500 },
    DiagnosisCause.DEVICE,
    'Ben is 1.5 s out of sync, although no data is missing.',
  ],
  [
    'distance',
    { roundTripMs: 400 },
    DiagnosisCause.DISTANCE,
    'Ben is in sync, but it takes 400 ms to the server and back: commands arrive late there.',
  ],
])('[DG4] [DG5] what is wrong with one viewer is named: %s', (_, over, cause, sentence) => {
  const viewers = [fine, viewer('Ben', over)];
  const { ofRoom, ofViewers } = diagnose(viewers, 'on');
  expect(ofRoom).toEqual([]);
  expect(ofViewers).toMatchObject([[], [{ cause, sentence }]]);
  expect(ofViewers[1]![0]!.advice).toMatch(/^[A-Z].*\.$/s);
});

test.each<[string, Report]>([
  ['a hiccup', { stalls: 1, stalledSeconds: 2.9 }],
  ['a little behind', { offsetP50Ms: 249, offsetP95Ms: 1_499 }],
  ['a slow connection', { roundTripMs: 399 }],
  [
    'the player of another site, in step to a second',
    { way: ViewerWay.EMBEDDED, offsetP50Ms: 1_400, offsetP95Ms: 8_000 },
  ],
  ['a codec that this server converts', { way: ViewerWay.CONVERTED, missingCodecs: ['hevc'] }],
])('[DG4] nothing is said of %s', (_, over) => {
  expect(said([fine, viewer('Ben', over)])).toEqual({ room: [], viewers: [[], []] });
});

test.each<[Conversion, RegExp]>([
  ['off', /conversion\.enabled/],
  ['no_ffmpeg', /no ffmpeg/],
  ['on', /reload the page/],
])('[DG5] against a missing codec helps what this server lacks: %s', (conversion, advice) => {
  const { ofViewers } = diagnose([viewer('Ben', failed('format', { missingCodecs: ['hevc'] }))], conversion);
  expect(ofViewers[0]).toMatchObject([{ params: { conversion }, advice: expect.stringMatching(advice) }]);
});

test('[DG4] what nobody gets is the fault of the source, and of no viewer', () => {
  const both = [viewer('Ann', failed('forbidden')), viewer('Ben', failed('forbidden'))];
  expect(said(both)).toEqual({ room: ['Nobody gets the film (forbidden).'], viewers: [[], []] });
  expect(said([...both, fine]).viewers).toEqual([
    ['Ann does not get the film (forbidden), but others do.'],
    ['Ben does not get the film (forbidden), but others do.'],
    [],
  ]);
  expect(said([viewer('Ann', failed('format')), viewer('Ben', failed('forbidden'))]).room).toEqual([]);
});

test('[DG4] stalls of more than half of the viewers are the fault of what is before them', () => {
  const [ann, ben] = [viewer('Ann', stalled), viewer('Ben', { ...stalled, roundTripMs: 900 })];
  expect(said([ann, ben, fine])).toEqual({ room: ['The film stalls for 2 of 3 viewers.'], viewers: [[], [], []] });
  expect(said([ann, ben, fine, fine]).room).toEqual([]);
  expect(said([ann]).room).toEqual([]);
  const { ofRoom } = diagnose([ann, ben, viewer('Dora', failed('format'))], 'on');
  expect(ofRoom).toMatchObject([
    { cause: DiagnosisCause.SLOW_SOURCE, params: { stalling: '2', viewers: '2', way: 'direct' } },
  ]);
  const through = diagnose(
    [viewer('Ann', { ...stalled, way: ViewerWay.PROXIED }), viewer('Ben', { ...stalled, way: ViewerWay.PEERS })],
    'on',
  );
  expect(through.ofRoom).toMatchObject([{ params: { way: 'proxied' } }]);
});

test('[DG4] whoever is lost is said to be lost, whatever was told before', () => {
  expect(said([{ ...viewer('Ben', stalled), isLost: true }, fine]).viewers).toEqual([
    ['Ben’s player no longer answers.'],
    [],
  ]);
});
