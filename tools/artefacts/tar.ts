import { run } from './run.ts';

/**
 * Packs `name` below `folder`, so that the same content gives the same bytes. Works with the tar of GNU and of macOS.
 */
export function packReproducibly(folder: string, name: string, file: string, at: Date): void {
  const isGnu = run('tar', ['--version']).includes('GNU tar');
  const plain = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name', `--mtime=@${at.getTime() / 1_000}`];
  const own = isGnu ? plain : ['--uid=0', '--gid=0'];
  // The time in the header of gzip would differ from run to run.
  run('tar', ['--create', ...own, '--gzip', '--file', file, '--directory', folder, name], { env: { GZIP: '-n6' } });
}
