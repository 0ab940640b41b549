import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { startVersitygw, type Versitygw } from '@matinee/testkit/outside/versitygw.ts';
import type { Benchmark } from '../benchmark.ts';
import { inTurn, median, type Rounds, ratioOf } from '../figures.ts';
import { peakKib, residentKib } from '../process-usage.ts';
import { startWorker, type Worker } from '../worker.ts';
import { startWorld, type World } from '../world.ts';
import type { DiskTasks } from './disk.ts';
import type { UploadLoad } from './load.ts';

const rounds = 5;
/** Size of the largest allowed attachment, in bytes. */
const sizeBytes = 50 * 1_048_576;
const partCount = Math.ceil(sizeBytes / 8_388_608);

type Load = Worker<UploadLoad>;

/**
 * Megabytes per second of one upload of 50 MiB from its first part to the end of its completion: into the database,
 * beside a server of a few lines that writes to disk; and into an object store, beside bare PUTs to the same store.
 * Also how much the server's memory grew.
 */
export const upload: Benchmark = {
  name: 'upload',
  async run() {
    const load = await startWorker<UploadLoad>(new URL('load.ts', import.meta.url));
    try {
      const database = await measureDatabase(load);
      const store = await measureStore(load);
      return { ratio: Math.min(database.database_ratio!, store.store_ratio!), ...database, ...store };
    } finally {
      await load.stop();
    }
  },
};

async function measureDatabase(load: Load): Promise<Record<string, number>> {
  const disk = await startWorker<DiskTasks>(new URL('disk.ts', import.meta.url));
  const world = await startWorld({ people: 1, rooms: 1 });
  try {
    const port = await disk.ask('listen', undefined as never);
    const urls = Array.from({ length: partCount }, () => `http://127.0.0.1:${port}/`);
    return await compare('database', world, load, async () => urls);
  } finally {
    await world.stop();
    await disk.stop();
  }
}

async function measureStore(load: Load): Promise<Record<string, number>> {
  const store = await startVersitygw();
  const environment = {
    MATINEE_OBJECT_STORAGE_ENDPOINT: store.endpoint,
    MATINEE_OBJECT_STORAGE_BUCKET: store.bucket,
    MATINEE_OBJECT_STORAGE_ACCESS_KEY_ID: store.accessKeyId,
    MATINEE_OBJECT_STORAGE_SECRET_ACCESS_KEY: store.secretAccessKey,
    MATINEE_FILES_CHAT_ATTACHMENTS: 'object_storage',
  };
  const world = await startWorld({ people: 1, rooms: 1, environment });
  try {
    return await compare('store', world, load, () => signObjects(store));
  } finally {
    await world.stop();
    await store.stop();
  }
}

async function compare(name: string, world: World, load: Load, targets: () => Promise<string[]>) {
  const { url, pid } = world.server;
  const [person, room] = [world.people[0]!, world.rooms[0]!];
  const ours = () => load.ask('upload', { url, token: person.token, room, sizeBytes });
  const control = async () => load.ask('put', { urls: await targets(), sizeBytes });
  await ours();
  await control();
  const before = residentKib(pid);
  const speeds = await inTurn(rounds, ours, control);
  return { ...shown(name, speeds), [`${name}_memory_growth_mb`]: (peakKib(pid) - before) / 1_024 };
}

function shown(name: string, speeds: Rounds<number>): Record<string, number> {
  return {
    [`${name}_ratio`]: ratioOf(speeds, (speed) => speed),
    [`${name}_mb_per_s`]: median(speeds.ours),
    [`${name}_control_mb_per_s`]: median(speeds.control),
  };
}

/** Signs addresses for bare objects of the size of a part. */
async function signObjects(store: Versitygw): Promise<string[]> {
  const { endpoint, bucket: Bucket, accessKeyId, secretAccessKey } = store;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  const keys = Array.from({ length: partCount }, (_, place) => `control_${place}`);
  return Promise.all(keys.map((Key) => getSignedUrl(client, new PutObjectCommand({ Bucket, Key }))));
}
