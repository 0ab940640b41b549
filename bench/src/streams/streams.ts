import { hasNginxRtmp, type NginxRtmp, startNginxRtmp } from '@matinee/testkit/outside/nginx.ts';
import type { Benchmark } from '../benchmark.ts';
import { childrenCpuMs, childrenOf, cpuMs, residentKib } from '../process-usage.ts';
import { startWorker, type Worker } from '../worker.ts';
import { startWorld, type World } from '../world.ts';
import type { RtmpPlace, StreamsLoad, Viewing } from './load.ts';

/** Numbers of simultaneous publishers. */
const publishers = [1, 10, 50];
const manyViewers = 500;
/** Number of viewers who connect when a stream is announced, and the time within which they do. */
const comers = 100;
const comingMs = 3_000;
const settleMs = 4_000;
const watchMs = 8_000;

/** A server that receives streams and sends them to viewers. */
interface Studio {
  /** Processor time that it has used, in milliseconds. */
  cpuMs(): number;
  residentKib(): number;
  /** Where `count` encoders send. */
  places(count: number): Promise<readonly RtmpPlace[]>;
  /** Where viewers of the first stream read. */
  viewing(): Promise<Viewing>;
}

/**
 * What live streams cost, beside nginx-rtmp, whose viewers read RTMP: processor time of a stream that nobody watches,
 * of each viewer of one, and of a hundred who come within three seconds; memory of a stream.
 */
export const streams: Benchmark = {
  name: 'streams',
  async run() {
    if (!hasNginxRtmp) throw new Error('nginx-rtmp is missing: apt-get install libnginx-mod-rtmp');
    const world = await startWorld({
      ...{ people: 1, rooms: Math.max(...publishers) },
      environment: { MATINEE_RTMP_ADDRESS: '127.0.0.1:0' },
    });
    const nginx = await startNginxRtmp('application live { live on; }');
    try {
      const ours = await measure(ourStudio(world));
      const control = await measure(nginxStudio(nginx));
      return compared(ours, control);
    } finally {
      await nginx.stop();
      await world.stop();
    }
  },
};

function compared(ours: Record<string, number>, control: Record<string, number>): Record<string, number> {
  const most = `cpu_of_${Math.max(...publishers)}`;
  return {
    cpu_ratio: ours[most]! / control[most]!,
    viewers_ratio: ours['cpu_of_viewers']! / control['cpu_of_viewers']!,
    ...ours,
    ...Object.fromEntries(Object.entries(control).map(([name, value]) => [`control_${name}`, value])),
  };
}

async function measure(studio: Studio): Promise<Record<string, number>> {
  const figures: Record<string, number> = {};
  const before = studio.residentKib();
  for (const count of publishers) {
    const load = await startWorker<StreamsLoad>(new URL('load.ts', import.meta.url));
    try {
      await load.ask('publish', await studio.places(count));
      await pause(settleMs);
      figures[`cpu_of_${count}`] = await cpuPerSecond(studio);
      if (count === publishers[0]) Object.assign(figures, await measureViewers(studio, load));
    } finally {
      figures['mib_a_stream'] = (studio.residentKib() - before) / 1_024 / count;
      await load.stop();
    }
  }
  return figures;
}

/** Measured with a single stream. */
async function measureViewers(studio: Studio, load: Worker<StreamsLoad>): Promise<Record<string, number>> {
  const viewing = await studio.viewing();
  const idle = await cpuPerSecond(studio);
  const from = studio.cpuMs();
  const fromMs = performance.now();
  await load.ask('view', { all: Array.from({ length: comers }, () => viewing), withinMs: comingMs });
  const coming = studio.cpuMs() - from - (idle * (performance.now() - fromMs)) / 1_000;
  await load.ask('view', { all: Array.from({ length: manyViewers - comers }, () => viewing), withinMs: comingMs });
  await pause(settleMs);
  const bytes = await load.ask('viewed', undefined as never);
  const watching = await cpuPerSecond(studio);
  const rate = (((await load.ask('viewed', undefined as never)) - bytes) * 8) / 1_000_000 / manyViewers;
  await load.ask('leave', undefined as never);
  return {
    [`cpu_ms_of_${comers}_who_come`]: coming,
    cpu_of_viewers: watching - idle,
    megabits_a_viewer: rate / (watchMs / 1_000),
  };
}

/** Processor time in a second, in milliseconds. */
async function cpuPerSecond(studio: Studio): Promise<number> {
  const from = studio.cpuMs();
  await pause(watchMs);
  return (studio.cpuMs() - from) / (watchMs / 1_000);
}

function ourStudio({ server, people, rooms }: World): Studio {
  const post = async (path: string, body?: object) => {
    const response = await fetch(`${server.url}/api/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${people[0]!.token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  async function place(room: string): Promise<RtmpPlace> {
    const { media } = (await post(`rooms/${room}/media`, { name: 'live', source: { rtmp: {} } })) as {
      media: { id: string };
    };
    await post(`rooms/${room}/playback/start`, { media_id: media.id });
    const key = (await post(`playback-providers/${room}/rtmp/${media.id}/publish-key`, { media_id: media.id })) as {
      server_url: string;
      publish_key: string;
    };
    const { port, pathname } = new URL(key.server_url);
    return { port: Number(port), app: pathname.slice(1), name: key.publish_key };
  }
  return {
    cpuMs: () => cpuMs(server.pid),
    residentKib: () => residentKib(server.pid),
    places: (count) => Promise.all(rooms.slice(0, count).map(place)),
    async viewing() {
      const { playback } = (await post(`rooms/${rooms[0]}/playback`)) as {
        playback: { playback_infos: Record<string, { medias: { url: string }[] }> };
      };
      return { url: server.url + playback.playback_infos['proxied']!.medias[0]!.url };
    },
  };
}

function nginxStudio({ pid, rtmpPort: port }: NginxRtmp): Studio {
  const place = (n: number) => ({ port, app: 'live', name: `stream-${n}` });
  return {
    cpuMs: () => cpuMs(pid) + childrenCpuMs(pid),
    residentKib: () => childrenOf(pid).reduce((sum, child) => sum + residentKib(child), residentKib(pid)),
    places: async (count) => Array.from({ length: count }, (_, n) => place(n)),
    viewing: async () => place(0),
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
