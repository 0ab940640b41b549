/** `files …`: where the bytes of files are stored. */

import { create } from '@bufbuild/protobuf';
import {
  type MoveFailure,
  type MoveFilesResponse,
  MoveFilesResponseSchema,
} from '@matinee/contract/gen/service/management/management_pb.ts';
import { ManagementService } from '@matinee/contract/gen/service/management/management_service_pb.ts';
import type { Command } from 'commander';
import { withClient } from '../connection/client.ts';
import { Failure } from '../failure.ts';
import type { GlobalOptions } from '../options.ts';
import { formatOf, printAnswer } from '../output.ts';
import { makeProgress } from '../progress.ts';
import { bytes, counted } from '../words.ts';

export function addFiles(program: Command): void {
  program
    .command('files')
    .description('attachments and pictures, and where they are kept')
    .command('move')
    .description('move files to where the configuration puts them; people can read them meanwhile')
    .action((_options, command: Command) => move(command.optsWithGlobals<GlobalOptions>()));
}

async function move(options: GlobalOptions): Promise<void> {
  const progress = makeProgress();
  const total = create(MoveFilesResponseSchema);
  try {
    await withClient(options, async (client) => {
      do {
        const turn = await client.call(ManagementService.method.moveFiles, { afterId: total.lastId });
        add(total, turn);
        progress.show(`${counted(total.contents, 'file')}, ${bytes(total.bytes)} moved; ${total.left} left`);
      } while (total.left > 0);
    });
  } finally {
    progress.end();
  }
  printAnswer(formatOf(options.output), MoveFilesResponseSchema, total, () => moved(total));
  if (total.failures.length > 0) throw new Failure('refused', describe(total.failures));
}

function add(total: MoveFilesResponse, { contents, bytes: moved, failures, left, lastId }: MoveFilesResponse): void {
  total.contents += contents;
  total.bytes += moved;
  total.failures.push(...failures);
  total.left = left;
  total.lastId = lastId;
}

function moved(total: MoveFilesResponse): string {
  if (total.contents === 0) return 'nothing to move: every file is where the configuration puts it';
  return `moved ${counted(total.contents, 'file')}, ${bytes(total.bytes)}; the old places are freed within two days`;
}

function describe(failures: readonly MoveFailure[]): string {
  const lines = failures.slice(0, 10).map(({ id, reason }) => `  ${id}: ${reason}`);
  return [`${counted(failures.length, 'file')} could not be moved and stayed where they were:`, ...lines].join('\n');
}
