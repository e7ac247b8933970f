import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '#server/platform/process/free-port.ts';
import { unlessMissing } from '#server/platform/unless-missing.ts';

import { temporaryFolder } from './market.ts';
import { answers, type Program } from './program.ts';

/** Serves the files of a folder by one nginx process. @returns undefined if nginx is not installed */
export async function serveByNginx(folder: string): Promise<Program | undefined> {
  const home = await temporaryFolder();
  const port = await freePort();
  await writeFile(join(home, 'nginx.conf'), configuration(home, folder, port));
  // A temporary folder for what Debian's nginx would write below /var.
  const nginx = spawn('nginx', ['-p', home, '-c', 'nginx.conf', '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  if ((await unlessMissing(once(nginx, 'spawn'))) === undefined) return undefined;
  const killAtExit = (): void => void nginx.kill();
  process.once('exit', killAtExit);
  const exited = once(nginx, 'exit');
  const ended = new AbortController();
  void exited.then(() => ended.abort(new Error('nginx ended before it answered')));
  const address = `http://127.0.0.1:${port}`;
  await answers(`${address}/ready`, ended.signal);
  return {
    address,
    pid: nginx.pid ?? 0,
    stop: async () => {
      process.off('exit', killAtExit);
      nginx.kill('SIGTERM');
      await exited;
    },
  };
}

const configuration = (home: string, folder: string, port: number): string => `
daemon off;
master_process off;
pid ${home}/nginx.pid;
events {}
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  open_file_cache max=10;
  default_type "text/html; charset=utf-8";
  client_body_temp_path ${home}/body;
  proxy_temp_path ${home}/proxy;
  fastcgi_temp_path ${home}/fastcgi;
  uwsgi_temp_path ${home}/uwsgi;
  scgi_temp_path ${home}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    location = /ready { return 200; }
    location / { add_header Content-Encoding br; }
  }
}
`;
