/** The image, built by whichever program there is, as an archive of OCI that `podman load` and registries take. */
import { join } from 'node:path';
import { findCommand } from '../../testkit/src/outside/programs.ts';
import { type Context, Skipped } from './context.ts';
import { platformNamed } from './platforms.ts';
import { run } from './run.ts';

/** The image's name until it is pushed elsewhere. */
export const imageName = 'localhost/matinee';

/** Only for the processor of this machine: another one would have to be emulated. */
export function makeImage({ root, target, release }: Context): readonly string[] {
  const builder = ['buildah', 'podman'].find((name) => findCommand(name) !== undefined);
  if (builder === undefined) throw new Skipped('neither buildah nor podman is installed');
  const { debian } = platformNamed();
  if (debian === undefined) throw new Skipped('images are for Linux');
  const facts = {
    VERSION: release.version,
    REVISION: release.revision,
    CREATED: release.createdAt.toISOString(),
    TARGETARCH: debian,
  };
  const given = Object.entries(facts).map(([name, value]) => `--build-arg=${name}=${value}`);
  const tag = `${imageName}:${release.version}`;
  const file = `matinee-${release.version}-image-${debian}.tar`;
  // Uses local images first: a registry is asked only for a missing base image.
  const how = ['--pull', '--format=docker', ...isolation(builder)];
  const longestMs = 1_800_000;
  run(builder, ['build', ...how, ...given, '--file=deploy/image/Containerfile', `--tag=${tag}`, '.'], {
    cwd: root,
    longestMs,
  });
  run(builder, ['push', tag, `docker-archive:${join(target, file)}:${tag}`]);
  return [file];
}

/** In a container that may make no namespaces, only a changed root works. `BUILDAH_ISOLATION` decides otherwise. */
const isolation = (builder: string) =>
  builder === 'buildah' && process.env['BUILDAH_ISOLATION'] === undefined ? ['--isolation=chroot'] : [];
