/** `doctor`: asks the running server, if there is one, and has the server's program look at the rest. */
import { AdminService } from '@matinee/contract/gen/service/client/admin_service_pb.ts';
import { GetSettingsResponseSchema } from '@matinee/contract/gen/service/client/settings_pb.ts';
import { GetStatusResponseSchema } from '@matinee/contract/gen/service/management/management_pb.ts';
import { ManagementService } from '@matinee/contract/gen/service/management/management_service_pb.ts';
import { printJson } from '@matinee/contract/json/print.ts';
import type { Command } from 'commander';
import { withClient } from '../../connection/client.ts';
import { Failure } from '../../failure.ts';
import { type GlobalOptions, withConfigOptions } from '../../options.ts';
import { formatOf, tell } from '../../output.ts';
import { expectDone, runCommand, type ServerOptions } from '../../server-program.ts';

type Options = GlobalOptions & ServerOptions & { readonly bundle?: string; readonly log?: string };

export function addDoctor(program: Command): void {
  withConfigOptions(program.command('doctor'))
    .description('look for what is wrong with this server and with what it depends on, whether it runs or not')
    .option(
      '--bundle <file>',
      'write an archive for a bug report: the findings, the configuration, the metrics; no secrets',
    )
    .option('--log <file>', 'log file of the server; its end goes into the archive')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<Options>();
      const format = formatOf(options.output);
      const given = { '--bundle': options.bundle, '--log': options.log };
      const files = Object.entries(given).flatMap(([name, file]) => (file === undefined ? [] : [name, file]));
      const words = ['doctor', '--output', format === 'table' ? 'text' : format, ...files, '--server-facts', '-'];
      expectDone(await runCommand(words, options, JSON.stringify(await askServer(options))));
    });
}

/** The running server's report about itself; empty: no server runs. */
async function askServer(options: Options): Promise<object> {
  try {
    return await withClient(options, async (client) => {
      const status = await client.call(ManagementService.method.getStatus, {});
      const answer = await client.call(AdminService.method.getSettings, {});
      const { settings } = printJson(GetSettingsResponseSchema, answer) as { settings?: object };
      return { status: printJson(GetStatusResponseSchema, status), settings };
    });
  } catch (cause) {
    const isStopped = cause instanceof Failure && cause.ending === 'unreachable';
    tell(`no server could be asked: ${isStopped ? 'none runs here' : (cause as Error).message}`);
    return {};
  }
}
