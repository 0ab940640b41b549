/** nginx as another server: with files, with and without ranges, as a proxy to compare with. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../until.ts';
import { hasProgram, programPath } from './programs.ts';

/** A running nginx. */
export interface Nginx {
  readonly port: number;
  readonly url: string;
  /** Folder of the files that it serves. */
  readonly root: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * The configuration of a server block, and of its context. `root`: the folder of files; `work`: a folder for nginx's
 * own files.
 */
type Locations = (folders: { readonly root: string; readonly work: string }) => {
  readonly main?: string;
  readonly http?: string;
  readonly server: string;
};

/** Starts one worker on a free port. */
export async function startNginx(locations: Locations = () => ({ server: '' })): Promise<Nginx> {
  const work = mkdtempSync(join(tmpdir(), 'matinee-nginx-'));
  // If root starts nginx, its worker runs as user `nobody`.
  chmodSync(work, 0o755);
  const root = join(work, 'root');
  mkdirSync(root);
  const port = await freePort();
  const { main = '', http = '', server } = locations({ root, work });
  writeFileSync(join(work, 'nginx.conf'), configOf({ work, root, port, main, http, server }));
  const child = spawn(
    programPath('nginx'),
    ['-c', join(work, 'nginx.conf'), '-p', work, '-e', join(work, 'error.log')],
    {
      stdio: 'ignore',
    },
  );
  const url = `http://127.0.0.1:${port}`;
  await until('nginx answers', () =>
    fetch(url).then(
      (answer) => answer.body?.cancel().then(() => true) ?? true,
      () => false,
    ),
  );
  return {
    port,
    url,
    root,
    pid: child.pid!,
    async stop() {
      await ended(child);
      rmSync(work, { recursive: true, force: true });
    },
  };
}

const rtmpModule = '/usr/lib/nginx/modules/ngx_rtmp_module.so';

/** False: nginx has no module for RTMP here. */
export const hasNginxRtmp = hasProgram('nginx') && existsSync(rtmpModule);

/** nginx as another server of live streams. */
export interface NginxRtmp extends Nginx {
  readonly rtmpPort: number;
}

/** Starts one with these applications, such as `application live { live on; }`. */
export async function startNginxRtmp(applications: string): Promise<NginxRtmp> {
  const rtmpPort = await freePort();
  const main = `load_module ${rtmpModule};
rtmp { server { listen 127.0.0.1:${rtmpPort}; chunk_size 65536; ${applications} } }`;
  return { ...(await startNginx(() => ({ server: '', main }))), rtmpPort };
}

function configOf({
  work,
  root,
  port,
  main,
  http,
  server,
}: Record<'work' | 'root' | 'main' | 'http' | 'server', string> & { port: number }) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${work}/${name};`)
    .join(' ');
  return `${main}
daemon off; worker_processes 1; pid ${work}/pid; error_log ${work}/error.log;
events { worker_connections 4096; }
http {
  access_log off; sendfile on; tcp_nopush on; ${temporary}
  types { video/mp4 mp4; text/html html; image/svg+xml svg; application/vnd.apple.mpegurl m3u8; text/vtt vtt; }
  ${http}
  server { listen 127.0.0.1:${port}; root ${root}; ${server} }
}
`;
}

/** A free port of the loopback interface. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGQUIT');
    setTimeout(() => child.kill('SIGKILL'), 2_000).unref();
  });
}
