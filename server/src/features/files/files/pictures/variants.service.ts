import { ImageRefused } from '../../../../drivers/images/image-refused.ts';
import type { ImageVariant } from '../../../../drivers/images/image-worker.ts';
import type { Images } from '../../../../drivers/images/images.ts';
import { dateOf } from '../../../../kernel/clock.ts';
import { logFailedWork } from '../../../../kernel/failed-work.ts';
import type { Part } from '../../../../kernel/lifecycle.ts';
import { makeWorker } from '../../../../kernel/worker.ts';
import * as files from '../files.store.ts';
import type { UploadParts } from '../uploads/parts.ts';
import type { PictureFiles } from './picture-files.ts';
import type { Variants } from './picture-work.ts';
import { parseVariantName, planVariants, variantName } from './variant-plan.ts';
import * as store from './variants.store.ts';

type Parts = Pick<UploadParts, 'db' | 'clock' | 'ids' | 'log' | 'backends'> & {
  readonly images: Images;
  readonly files: PictureFiles;
};

/** Time limit for one picture, including loading and storing, in milliseconds. Another replica may try afterwards. */
const leaseMs = 300_000;
/** After this many failed attempts, a picture stays without smaller versions. */
const maxAttempts = 4;
/** How often the server looks for jobs that other replicas began and did not finish, in milliseconds. */
const lookingMs = 30_000;
const givenUpMs = 86_400_000;

/**
 * Makes smaller versions of uploaded pictures, sequentially in each process. The jobs are a list in the database: the
 * next server finishes the jobs of a killed one, and no two servers do the same job. [FI53] [FI54]
 */
export function makeVariants(parts: Parts): Variants & { readonly part: Part } {
  const { db, clock, log } = parts;
  /** Does one job; returns true when there may be another one. */
  async function work(): Promise<boolean> {
    const nowMs = clock.nowMs();
    const job = await store.takeJob(db.query<files.FileTables>(), dateOf(nowMs), dateOf(nowMs + leaseMs));
    if (job) await makeAll(parts, job);
    return job !== undefined;
  }

  const worker = makeWorker({ name: 'smaller pictures', clock, log, periodMs: lookingMs, work });
  return {
    async order(tx, content, ladder) {
      if (content.thumbhash === null || content.width === null || content.height === null) return;
      const planned = planVariants(ladder, { width: content.width, height: content.height });
      const names = planned.map(({ name }) => name);
      await store.order(tx.query<files.FileTables>(), content.id, names, dateOf(clock.nowMs()));
      tx.afterCommit(() => worker.wake());
    },
    part: {
      name: worker.name,
      async start() {
        await parts.files.clear();
        await worker.start?.();
      },
      async stop(deadline) {
        const ended = worker.stop?.(deadline);
        // Aborts the current picture, so that the stop need not wait for it.
        parts.images.stop();
        await ended;
      },
    },
  };
}

async function makeAll(parts: Parts, { content, names, attempts }: store.Job): Promise<void> {
  const { db, backends, log } = parts;
  const end = (done: readonly string[]) => store.endJob(db.query<files.FileTables>(), content.id, done);
  const sizes = names.flatMap((name) => parseVariantName(name) ?? []);
  const from = { backend: backends.named(content.backend), location: content.id, sizeBytes: content.size_bytes };
  try {
    const { variants } = await parts.files.hold(from, (path) => parts.images.render(path, sizes));
    for (const variant of variants) await storeVariant(parts, content, variant);
    await end(names);
  } catch (err) {
    const reason = err instanceof ImageRefused ? err.reason : undefined;
    const isHopeless = reason === 'damaged' || reason === 'kind' || (attempts >= maxAttempts && reason !== 'busy');
    if (!isHopeless) throw err;
    logFailedWork(log, err, 'a picture has no smaller ones', { content: content.id });
    await end(names);
  }
}

async function storeVariant(parts: Parts, content: files.ContentRow, { type, width, bytes }: ImageVariant) {
  const { db, clock, ids, backends } = parts;
  const nowMs = clock.nowMs();
  const location = ids.make('blob');
  const { backend } = content;
  await files.freeLater(db.query(), location, backend, dateOf(nowMs + givenUpMs));
  await backends.named(backend).write(location, bytes, type);
  const variant = { name: variantName(width, type), backend, location, size_bytes: bytes.length };
  await db.write(async (tx) => {
    const queries = tx.query<files.FileTables>();
    if (await store.keepVariant(queries, content.id, variant)) await files.keepBytes(queries, location);
    else await files.freeLater(queries, location, backend, dateOf(nowMs));
  });
}
