import { create, type MessageInitShape } from '@bufbuild/protobuf';
import {
  BrowserFamily,
  ViewerPlayer,
  type ViewerReport,
  ViewerReportSchema,
  ViewerState,
  ViewerWay,
} from '@matinee/contract/gen/service/client/viewer_reports_pb.ts';
import { FakeClock } from '@matinee/testkit/clocks/fake-clock.ts';
import { expect, test } from 'vitest';
import type { ConnectionWatcher, RoomPrincipal } from '../../../kernel/call.ts';
import { guestPrincipal, roomId, userPrincipal } from '../../../realtime/people.fixture.ts';
import type { SignalSender } from '../../../realtime/signals.ts';
import { makeMetrics } from '../../../transport/call-metrics.ts';
import { countViewers } from './viewer-metrics.ts';
import { ViewerReports } from './viewer-reports.ts';

function reportOf(over: MessageInitShape<typeof ViewerReportSchema> = {}): ViewerReport {
  return create(ViewerReportSchema, {
    mediaId: 'media_1',
    state: ViewerState.PLAYING,
    intervalSeconds: 30,
    player: ViewerPlayer.HLS,
    way: ViewerWay.PROXIED,
    browser: BrowserFamily.FIREFOX,
    ...over,
  });
}

/** A connection, and the function that ends it. */
function connection(principal: RoomPrincipal, inRoom = roomId) {
  const watchers: ConnectionWatcher[] = [];
  const sender = {
    roomId: inRoom,
    principal,
    watch: (watcher: ConnectionWatcher) => watchers.push(watcher),
  } as unknown as SignalSender;
  const end = () => {
    for (const watcher of watchers) watcher.ended();
  };
  return { sender, end, watchers };
}

function makeTest() {
  const clock = new FakeClock();
  const metrics = makeMetrics();
  const reports: ViewerReports = new ViewerReports(clock, (report) => count(report));
  const count = countViewers(metrics, () => reports.all());
  const told = async () => (await metrics.registry.metrics()).split('\n').filter((line) => !line.startsWith('#'));
  return { clock, reports, told };
}

test('[DG1] the last report of each connection is kept until the connection ends', () => {
  const { reports } = makeTest();
  const [ann, again, bob] = ['usr_ann', 'usr_ann', 'usr_bob'].map((id) => connection(userPrincipal(id)));
  reports.take(ann!.sender, reportOf({ stalls: 1 }));
  reports.take(ann!.sender, reportOf({ stalls: 2 }));
  reports.take(again!.sender, reportOf({ stalls: 3 }));
  reports.take(bob!.sender, reportOf({ stalls: 4 }));
  reports.take(connection(userPrincipal('usr_else'), 'room_2').sender, reportOf());
  expect(reports.ofRoom(roomId)).toMatchObject([
    { userId: 'usr_ann', displayName: 'Name of usr_ann', report: { stalls: 2 } },
    { userId: 'usr_ann', report: { stalls: 3 } },
    { userId: 'usr_bob', report: { stalls: 4 } },
  ]);
  expect(ann!.watchers).toHaveLength(1);
  ann!.end();
  bob!.end();
  expect(reports.ofRoom(roomId)).toMatchObject([{ report: { stalls: 3 } }]);
  again!.end();
  expect(reports.ofRoom(roomId)).toEqual([]);
  expect(reports.all()).toHaveLength(1);
});

test('[DG1] a report after which nothing came for 100 s holds no more; guests have none', () => {
  const { clock, reports } = makeTest();
  reports.take(connection(userPrincipal('usr_ann')).sender, reportOf());
  reports.take(connection(guestPrincipal('gst_1')).sender, reportOf());
  clock.advance(99_999);
  expect(reports.ofRoom(roomId)).toHaveLength(1);
  clock.advance(1);
  expect(reports.ofRoom(roomId)).toEqual([]);
});

test('[DG2] viewers, their distance and their stalls are counted without names', async () => {
  const { clock, reports, told } = makeTest();
  const ann = connection(userPrincipal('usr_ann'));
  reports.take(ann.sender, reportOf({ offsetP50Ms: 12, offsetP95Ms: 700, stalls: 2, stalledSeconds: 3.5 }));
  reports.take(connection(userPrincipal('usr_bob')).sender, reportOf({ state: ViewerState.FAILED, way: undefined }));
  reports.take(connection(userPrincipal('usr_cat'), 'room_2').sender, reportOf());
  const lines = await told();
  expect(lines).toEqual(
    expect.arrayContaining([
      'matinee_viewers{state="playing",way="proxied"} 2',
      'matinee_viewers{state="failed",way="none"} 1',
      'matinee_viewer_stalls_total 2',
      'matinee_viewer_stalled_seconds_total 3.5',
      'matinee_viewer_offset_seconds_bucket{le="0.01",figure="p50"} 0',
      'matinee_viewer_offset_seconds_bucket{le="0.02",figure="p50"} 1',
      'matinee_viewer_offset_seconds_bucket{le="0.6",figure="p95"} 0',
      'matinee_viewer_offset_seconds_bucket{le="1",figure="p95"} 1',
      'matinee_viewer_offset_seconds_count{figure="p50"} 1',
    ]),
  );
  expect(lines.filter((line) => line.startsWith('matinee_viewer')).join()).not.toMatch(/usr_|room_/);
  ann.end();
  clock.advance(1);
  expect(await told()).toContain('matinee_viewers{state="playing",way="proxied"} 1');
});

test('[DG2] reports that follow one another at once count once', async () => {
  const { clock, reports, told } = makeTest();
  const { sender } = connection(userPrincipal('usr_ann'));
  reports.take(sender, reportOf({ stalls: 1 }));
  clock.advance(999);
  reports.take(sender, reportOf({ stalls: 1 }));
  clock.advance(1_000);
  reports.take(sender, reportOf({ stalls: 1 }));
  expect(await told()).toContain('matinee_viewer_stalls_total 2');
});
