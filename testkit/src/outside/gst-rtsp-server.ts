/** GStreamer's RTSP server with a film of a test picture and a tone, which it sends in real time. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { hasProgram, programPath } from './programs.ts';

/** The Python of Debian, which has packages with the GStreamer bindings. */
const python = '/usr/bin/python3';

const versions = `
import sys, gi
for name in ('Gst', 'GstRtsp', 'GstRtspServer'): gi.require_version(name, '1.0')
from gi.repository import GLib, Gst, GstRtsp, GstRtspServer
`;

/** False: its tests are skipped. */
export const hasGstRtspServer =
  hasProgram('gst-inspect-1.0') && spawnSync(python, ['-c', versions], { stdio: 'ignore' }).status === 0;

const program = `${versions}
film, method, user, password = sys.argv[1:]
Gst.init(None)
server = GstRtspServer.RTSPServer()
server.set_address('127.0.0.1')
server.set_service('0')
factory = GstRtspServer.RTSPMediaFactory()
factory.set_launch('( filesrc location="%s" ! qtdemux name=film'
  ' film. ! queue ! rtph264pay name=pay0 pt=96 film. ! queue ! rtpmp4gpay name=pay1 pt=97 )' % film)
if method != 'none':
  token = GstRtspServer.RTSPToken()
  token.set_string('media.factory.role', user)
  auth = GstRtspServer.RTSPAuth()
  if method == 'digest':
    auth.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
    auth.add_digest(user, password, token)
  else:
    auth.add_basic(GstRtspServer.RTSPAuth.make_basic(user, password), token)
  server.set_auth(auth)
  permissions = GstRtspServer.RTSPPermissions()
  for what in ('access', 'construct'): permissions.add_permission_for_role(user, 'media.factory.' + what, True)
  factory.set_permissions(permissions)
server.get_mount_points().add_factory('/evening', factory)
server.attach(None)
print(server.get_bound_port(), flush=True)
GLib.MainLoop().run()
`;

export interface GstRtspServer {
  readonly port: number;
  readonly user: string;
  readonly password: string;
  stop(): Promise<void>;
}

/** Serves `/evening`, without authentication or to one account. */
export async function startGstRtspServer(method: 'none' | 'basic' | 'digest'): Promise<GstRtspServer> {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-gst-'));
  const film = join(folder, 'film.mp4');
  const sources = ['-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=25', '-f', 'lavfi', '-i', 'sine', '-t', '30'];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '25', '-c:a', 'aac'];
  spawnSync(programPath('ffmpeg'), ['-v', 'error', ...sources, ...codecs, film]);
  const [user, password] = ['ann', 'geheim'];
  const child = spawn(python, ['-c', program, film, method, user, password], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [port] = (await once(createInterface(child.stdout!), 'line')) as [string];
  return { port: Number(port), user, password, stop: () => stop(child, folder) };
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
