import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { request as ask, createServer } from 'node:http';
import { join } from 'node:path';
import { temporaryFolder } from '../../shared/backup/testing/open-backup-test.ts';
import { eventually } from '../../shared/projection/testing/eventually.ts';
import { atEnd } from '../support/at-end.ts';
import { freePort } from '../support/hub/hub-process.ts';
import { watchProcess } from '../support/watch-process.ts';

const hubInRecipes = '127.0.0.1:3000';

interface NginxRecipe {
  /** The locations. */
  readonly server: string;
  /** Further lines of `http`; `FOLDER` is a folder of the server. */
  readonly http?: string;
  readonly port?: number;
}

/** The server ends with the test. @returns its origin */
export async function startNginx(
  hubUrl: string,
  { server, http = '', port: given }: NginxRecipe,
): Promise<string> {
  const folder = await temporaryFolder();
  const port = given ?? (await freePort());
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  // The workers of root's nginx have to get into the folder.
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  const config = `${user}pid ${folder}/nginx.pid;
daemon off;
error_log stderr alert;
events { worker_connections 64; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  ${http.replaceAll('FOLDER', folder)}
  server {
    listen 127.0.0.1:${port};
    ${server.replaceAll(hubInRecipes, new URL(hubUrl).host)}
  }
}
`;
  await writeFile(join(folder, 'nginx.conf'), config);
  return start('/usr/sbin/nginx', ['-e', 'stderr', '-c', join(folder, 'nginx.conf')], port);
}

/** Without TLS; the server ends with the test. @returns its origin */
export async function startCaddy(hubUrl: string, site: string, given?: number): Promise<string> {
  const folder = await temporaryFolder();
  const port = given ?? (await freePort());
  const options = `{\n\tadmin off\n\tauto_https off\n\tstorage file_system ${folder}\n}\n`;
  const own = site
    .replace('hub.example.org {', `http://127.0.0.1:${port} {`)
    .replaceAll(hubInRecipes, new URL(hubUrl).host);
  await writeFile(join(folder, 'Caddyfile'), options + own);
  return start('caddy', ['run', '--config', join(folder, 'Caddyfile')], port);
}

/**
 * A proxy that knows the hub by a path and answers 404 elsewhere. It ends with the test.
 * @returns its origin
 */
export async function startPathProxy(hubUrl: string, path: string, port: number): Promise<string> {
  const server = createServer((request, response) => {
    const { method, headers, url = '' } = request;
    if (url !== path && !url.startsWith(`${path}/`)) {
      response.writeHead(404).end('another site');
      return;
    }
    const asked = ask(new URL(url, hubUrl), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    asked.on('error', () => response.destroy());
    response.on('close', () => asked.destroy());
    request.pipe(asked);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${port}`;
}

async function start(program: string, args: readonly string[], port: number): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const { printed } = watchProcess(child);
  const origin = `http://127.0.0.1:${port}`;
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${printed()}`);
    await fetch(origin);
  });
  return origin;
}
