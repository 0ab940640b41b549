import type { Database } from '../../../../store/database.ts';
import type { OwnFile } from '../../../../store/personal-data.ts';
import { listOfOwner } from '../files.store.ts';
import type { Backends } from '../uploads/parts.ts';

/** Number of files per read of the list. */
const pageSize = 100;

/** The files that a person uploaded, with their bytes. */
export async function* readOwnFiles(
  { db, backends }: { readonly db: Database; readonly backends: Backends },
  userId: string,
): AsyncGenerator<OwnFile> {
  for (let afterId = ''; ; ) {
    const page = await listOfOwner(db.query(), userId, afterId, pageSize);
    for (const { id, name, backend, location, size_bytes: size } of page)
      yield { id, name, read: (signal) => backends.named(backend).read(location, { start: 0, end: size - 1 }, signal) };
    if (page.length < pageSize) return;
    afterId = page.at(-1)!.id;
  }
}
