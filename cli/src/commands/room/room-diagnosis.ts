/** `room diagnose`: the state of each viewer of a room, and the faults. */
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { PlaybackActionSchema, type PlaybackState } from '@matinee/contract/gen/service/client/playback_pb.ts';
import {
  type DiagnosedViewer,
  DiagnoseRoomResponseSchema,
  type DiagnosisFinding,
  type RoomDiagnosis,
} from '@matinee/contract/gen/service/client/room_diagnosis_pb.ts';
import {
  BrowserFamilySchema,
  ViewerPlayerSchema,
  ViewerStateSchema,
  ViewerWaySchema,
} from '@matinee/contract/gen/service/client/viewer_reports_pb.ts';
import type { Command } from 'commander';
import { acting } from '../../acting.ts';
import { nameOf } from '../../choices.ts';
import type { ManagementClient } from '../../connection/client.ts';
import { findRoomId } from '../../find.ts';
import { type GlobalOptions, roomArgument } from '../../options.ts';
import { formatOf, printAnswer, table, tell } from '../../output.ts';
import { counted } from '../../words.ts';

export function addDiagnosis(room: Command): void {
  room
    .command('diagnose')
    .argument(...roomArgument)
    .description('show how far each viewer is out of sync, what is wrong and what helps')
    .action(acting(diagnoseRoom));
}

async function diagnoseRoom(client: ManagementClient, options: GlobalOptions, name: string): Promise<void> {
  const answer = await client.call(AdminService.method.diagnoseRoom, { roomId: await findRoomId(client, name) });
  const diagnosis = answer.diagnosis!;
  printAnswer(formatOf(options.output), DiagnoseRoomResponseSchema, answer, () => describe(diagnosis));
  const { silentReplicas } = diagnosis;
  if (silentReplicas > 0) tell(`${counted(silentReplicas, 'replica')} did not answer; their viewers have no figures`);
}

function describe({ playbackState, viewers, findings, commands }: RoomDiagnosis): string {
  const wrong = [...findings, ...viewers.flatMap((viewer) => viewer.findings)].map(sentence);
  return [
    playsWhat(playbackState),
    '',
    table(
      ['viewer', 'state', 'off p50', 'off p95', 'stalls', 'stalled', 'round trip', 'player', 'way', 'browser'],
      viewers.map(viewerRow),
      'nobody is in the room',
    ),
    '',
    ...(wrong.length > 0 ? wrong : ['nothing is wrong']),
    '',
    table(['at', 'who', 'did', 'position'], commands.map(commandRow), 'nothing was played in the last days'),
  ].join('\n');
}

function playsWhat(state: PlaybackState | undefined): string {
  if (state?.mediaId === undefined) return 'nothing is chosen';
  const { mediaName, isPlaying, waiting } = state;
  const motion = waiting ? `waits for ${waiting.members.map((one) => one.displayName).join(', ')}` : undefined;
  return `${mediaName}: ${motion ?? (isPlaying ? 'plays' : 'stands still')}`;
}

function viewerRow({ displayName, report }: DiagnosedViewer): string[] {
  if (!report) return [displayName, 'no player', '', '', '', '', '', '', '', ''];
  const { offsetP50Ms, offsetP95Ms, roundTripMs, player, way } = report;
  return [
    displayName,
    nameOf(ViewerStateSchema, report.state),
    ms(offsetP50Ms),
    ms(offsetP95Ms),
    String(report.stalls),
    `${report.stalledSeconds.toFixed(1)} s`,
    ms(roundTripMs),
    player === undefined ? '' : nameOf(ViewerPlayerSchema, player),
    way === undefined ? '' : nameOf(ViewerWaySchema, way),
    nameOf(BrowserFamilySchema, report.browser),
  ];
}

function ms(value: number | undefined): string {
  return value === undefined ? '' : `${Math.round(value)} ms`;
}

function commandRow({ atMs, actorDisplayName, action, positionSeconds }: PlaybackState): string[] {
  const at = new Date(atMs).toISOString().replace('T', ' ').slice(0, 19);
  return [
    at,
    actorDisplayName || 'the server',
    nameOf(PlaybackActionSchema, action),
    `${positionSeconds.toFixed(1)} s`,
  ];
}

function sentence({ sentence: wrong, advice }: DiagnosisFinding): string {
  return `${wrong} ${advice}`;
}
