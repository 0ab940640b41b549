/** Rooms to which somebody sends by SRT, and what waits for them on this machine. */
import { execFileSync } from 'node:child_process';
import type { JsonObject } from '@bufbuild/protobuf';
import type { ContractAnswer } from '@matinee/testkit/contract-call.ts';
import { startTestServer, type TestServer } from '@matinee/testkit/server.ts';
import { makeStudio, type Studio } from '../streams/streams.fixture.ts';

/** A server that takes streams by SRT at loopback. Each test file has ports of its own. */
export const startSrtServer = (
  udpPorts: string,
  { config, settings }: Pick<NonNullable<Parameters<typeof startTestServer>[0]>, 'config' | 'settings'> = {},
): Promise<TestServer> =>
  startTestServer({
    config: { 'srt.host': '127.0.0.1', 'srt.public_host': '127.0.0.1', ...config },
    settings: { 'srt.enabled': true, 'srt.udpPorts': udpPorts, ...settings },
  });

export interface SrtStudio extends Studio {
  askAddress(more?: JsonObject): Promise<ContractAnswer>;
  /** An address at which this server waits. */
  address(more?: JsonObject): Promise<string>;
  info(): Promise<ContractAnswer['json']>;
}

export async function makeSrtStudio(server: TestServer): Promise<SrtStudio> {
  const studio = await makeStudio(server);
  const place = { media_id: studio.mediaId };
  const askAddress = (more: JsonObject = {}) =>
    studio.ask(studio.owner, 'RoomService.CreateRoomSrtAddress', { ...place, ...more });
  return {
    ...studio,
    askAddress,
    async address(more) {
      const { status, json, message } = await askAddress(more);
      if (status !== 200) throw new Error(`no address: ${message}`);
      return json.srt_url;
    },
    info: async () => (await studio.ask(studio.owner, 'RoomService.GetRoomStreamInfo', place)).json,
  };
}

interface Process {
  readonly pid: number;
  readonly args: string;
}

/** The processes of ffmpeg that this test's servers have started to wait for encoders. */
export function waitingProcesses(): Process[] {
  // `ps` ends with 1 where there are none.
  const listed = execFileSync('sh', ['-c', `ps -ww -o pid=,args= --ppid ${process.pid} || true`], { encoding: 'utf8' });
  const lines = listed.split('\n').map((line) => /^\s*(\d+) (.*)$/.exec(line));
  const all = lines.map((found) => ({ pid: Number(found?.[1]), args: found?.[2] ?? '' }));
  return all.filter(({ args }) => args.includes('concat,mpegts'));
}
