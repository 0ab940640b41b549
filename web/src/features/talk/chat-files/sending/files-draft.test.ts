import type { FileUploadSession } from '@matinee/contract/gen/api.ts';
import { expect, test } from 'vitest';
import { ApiError } from '../../../../client/calls/api-error.ts';
import { makeFilesDraft } from './files-draft.ts';
import { makeSlots } from './slots.ts';

const session = (id: string): FileUploadSession => ({
  attachment_reference: { kind: 'UPLOAD', id },
  plan: { part_size_bytes: 8, parts: [{ part_number: 1, offset_bytes: 0, size_bytes: 2 }] },
  content_manifest_sha256: '',
  upload_required: true,
  upload_url: '/up',
  part_urls: [],
  upload_token: 't',
  upload_id: 'u',
  ownership_proof_required: false,
  ownership_proof_ranges: [],
  ownership_proof_nonce: '',
  uploaded_parts: [],
});

/** A draft with the test as its server: parts arrive when the test says so. */
function makeWorld() {
  const arriving: { arrive: () => void; refuse: (error: ApiError) => void }[] = [];
  const hidden: string[] = [];
  const kept = new Map<string, string>();
  let made = 0;
  const draft = makeFilesDraft(
    {
      slots: makeSlots(3),
      callsFor: () => ({
        create: async () => session(`att_${++made}`),
        complete: async ({ file_id }) => ({ attachment_reference: { kind: 'UPLOAD', id: file_id } }),
      }),
      means: {
        wait: async () => {},
        sendPart: ({ onSent, signal }) =>
          new Promise((resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason));
            onSent(1);
            arriving.push({ arrive: () => resolve('e'), refuse: reject });
          }),
      },
      show: (file) => `blob:${(file as File).name}`,
      hide: (url) => void hidden.push(url),
    },
    async () => ({ width: 1, height: 1 }),
    { put: ({ id, file }) => void kept.set(id, file.name), remove: (id) => void kept.delete(id) },
  );
  return { draft, arriving, hidden, kept };
}

const fileOf = (name: string) => new File(['ab'], name, { type: 'image/png', lastModified: 1 });
/** Waits until this many parts are on their way. */
const sending = ({ arriving }: ReturnType<typeof makeWorld>, parts: number) =>
  expect.poll(() => arriving.length).toBe(parts);
const phases = ({ draft }: ReturnType<typeof makeWorld>) => draft.views.get().map(({ name, phase }) => [name, phase]);

test('[WCF3] three files are uploaded at a time, each with its progress, and one that is taken out is given up', async () => {
  const world = makeWorld();
  await world.draft.add(['1', '2', '3', '4'].map(fileOf));
  await sending(world, 3);
  expect(phases(world)).toEqual([
    ['1', 'sending'],
    ['2', 'sending'],
    ['3', 'sending'],
    ['4', 'queued'],
  ]);
  expect(world.draft.views.get()[0]).toMatchObject({ sentBytes: 1, sizeBytes: 2, preview: 'blob:1' });
  world.draft.remove(world.draft.views.get()[0]!.id);
  await sending(world, 4);
  expect(phases(world)).toEqual([
    ['2', 'sending'],
    ['3', 'sending'],
    ['4', 'sending'],
  ]);
  expect(world.hidden).toEqual(['blob:1']);
});

test('[WCF2] a file that is attached already, and an eleventh one, are refused', async () => {
  const { draft } = makeWorld();
  await draft.add([fileOf('a'), fileOf('a')]);
  expect(draft.refused.get()).toMatchObject([{ name: 'a', why: 'twice' }]);
  await draft.add(Array.from({ length: 10 }, (_, index) => fileOf(`${index}`)));
  expect(draft.refused.get()).toMatchObject([{ name: '9', why: 'tooMany' }]);
  expect(draft.views.get().length).toBe(10);
});

test('[WCF3] [WCF4] what failed is tried again, and a message has its files when all are there', async () => {
  const world = makeWorld();
  await world.draft.add([fileOf('a'), fileOf('b')]);
  await sending(world, 2);
  world.arriving[0]!.arrive();
  world.arriving[1]!.refuse(new ApiError({ status: 409, code: 'files.room_full', message: '', requestId: '' }));
  await expect
    .poll(() => world.draft.views.get())
    .toMatchObject([{ phase: 'there' }, { phase: 'failed', error: { code: 'files.room_full' } }]);
  const files = world.draft.take()!;
  expect(world.draft.views.get()).toEqual([]);
  const references = files.references();
  await sending(world, 3);
  world.arriving[2]!.arrive();
  expect((await references).map(({ kind }) => kind)).toEqual(['UPLOAD', 'UPLOAD']);
  files.forget();
  const again = files.references();
  await sending(world, 5);
  for (const one of world.arriving.slice(3)) one.arrive();
  expect((await again).length).toBe(2);
  expect(world.arriving.length).toBe(5);
});
