/** Packages for Debian and Ubuntu, made with dpkg alone: the files of a release, at Debian's usual paths. */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { findCommand } from '../../testkit/src/outside/programs.ts';
import { type Context, Skipped } from './context.ts';
import { bringNode } from './node-program.ts';
import { type Platform, platforms } from './platforms.ts';
import { layOutProduction } from './production.ts';
import { run } from './run.ts';

const home = 'usr/lib/matinee';
/** Files of the tree, and where a package has them. */
const placed = {
  'deploy/archive/matinee': `${home}/matinee`,
  'deploy/systemd/matinee.service': 'lib/systemd/system/matinee.service',
  'deploy/systemd/matinee.sysusers': 'usr/lib/sysusers.d/matinee.conf',
  'deploy/debian/matinee.yaml': 'etc/matinee/matinee.yaml',
  'deploy/debian/lintian-overrides': 'usr/share/lintian/overrides/matinee',
} as const;
const scripts = ['postinst', 'prerm', 'postrm'];

export function makeDebianPackages(context: Context): readonly string[] {
  if (findCommand('dpkg-deb') === undefined) throw new Skipped('dpkg-deb is not installed');
  const files: string[] = [];
  for (const platform of platforms) {
    if (platform.debian === undefined) continue;
    try {
      files.push(makePackage(context, platform, platform.debian));
    } catch (cause) {
      if (!(cause instanceof Skipped)) throw cause;
      context.skip(`Debian package for ${platform.debian}`, cause.message);
    }
  }
  return files;
}

function makePackage({ root, target, release }: Context, platform: Platform, architecture: string): string {
  const file = `matinee_${release.version}_${architecture}.deb`;
  const work = mkdtempSync(join(tmpdir(), 'matinee-debian-'));
  const tree = join(work, 'tree');
  try {
    mkdirSync(join(tree, dirname(home)), { recursive: true });
    layOutProduction(root, join(tree, home), platform);
    mkdirSync(join(tree, home, 'node'));
    bringNode(platform, join(tree, home, 'node'));
    place(root, tree);
    const date = release.createdAt.toUTCString().replace('GMT', '+0000');
    const facts = { VERSION: release.version, ARCHITECTURE: architecture, SIZE: kibibytesOf(tree), DATE: date };
    describe(root, tree, facts);
    const env = { SOURCE_DATE_EPOCH: String(release.createdAt.getTime() / 1_000) };
    run('dpkg-deb', ['--root-owner-group', '-Zxz', '-z2', '--build', tree, join(target, file)], { env });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return file;
}

function place(root: string, tree: string): void {
  for (const [from, to] of Object.entries(placed)) {
    mkdirSync(dirname(join(tree, to)), { recursive: true });
    cpSync(join(root, from), join(tree, to));
    chmodSync(join(tree, to), to.endsWith('/matinee') && to.startsWith(home) ? 0o755 : 0o644);
  }
  mkdirSync(join(tree, 'usr/bin'), { recursive: true });
  symlinkSync('../lib/matinee/matinee', join(tree, 'usr/bin/matinee'));
  // The start script runs it with our Node; run directly, it would use Debian's.
  chmodSync(join(tree, home, 'cli/bin/matinee.mjs'), 0o644);
  // Debian has licences in one place.
  rmSync(join(tree, home, 'LICENSE'));
}

/** The files about the package: metadata for dpkg, and documents for people. */
function describe(root: string, tree: string, facts: Readonly<Record<string, string>>): void {
  const read = (name: string) =>
    readFileSync(join(root, 'deploy/debian', name), 'utf8').replace(/@([A-Z]+)@/g, (_, fact: string) => facts[fact]!);
  // The form of such files: a blank before each line, and a dot in empty ones.
  const licence = readFileSync(join(root, 'LICENSE'), 'utf8').trim().replace(/^$/gm, '.').replace(/^/gm, ' ');
  const write = (path: string, content: string | Buffer, mode = 0o644) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), content, { mode });
    chmodSync(join(tree, path), mode);
  };
  write('DEBIAN/control', read('control'));
  write('DEBIAN/conffiles', '/etc/matinee/matinee.yaml\n');
  for (const name of scripts) write(`DEBIAN/${name}`, read(name), 0o755);
  write('usr/share/doc/matinee/copyright', `${read('copyright')}${licence}\n`);
  write('usr/share/doc/matinee/changelog.gz', zip(Buffer.from(read('changelog'))));
  write('usr/share/doc/matinee/CHANGELOG.md.gz', zip(readFileSync(join(root, 'CHANGELOG.md'))));
  write('usr/share/man/man1/matinee.1.gz', zip(Buffer.from(read('matinee.1'))));
}

const zip = (content: Buffer) => gzipSync(content, { level: 9 });

const kibibytesOf = (tree: string) =>
  run('du', ['--summarize', '--apparent-size', '--block-size=1024', tree]).split('\t')[0]!;
