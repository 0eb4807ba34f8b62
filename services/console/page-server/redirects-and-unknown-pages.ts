import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pagePaths, pagePatterns } from '../page-paths.ts';

const redirects: readonly (readonly [from: string, to: string])[] = [
  ...['/admin', '/admin/'].map((path) => [path, pagePaths.adminMembers] as const),
  // The names of an account had a page of their own.
  [`${pagePaths.account}/names`, `${pagePaths.account}/history`],
  ...pagePatterns.filter((path) => path !== pagePaths.start).map((path) => [`${path}/`, path] as const),
];

export function registerRedirects(scope: FastifyInstance, publicPath: string): void {
  for (const [path, target] of redirects) {
    scope.get<{ Params: { id?: string } }>(path, async ({ url, params }, reply) => {
      const query = url.indexOf('?');
      // Built from the page's own path, because the requested path may name another host.
      const page = publicPath + target.replace(':id', () => encodeURIComponent(params.id ?? ''));
      return reply.redirect(query === -1 ? page : page + url.slice(query));
    });
  }
}

/**
 * API clients keep their JSON answer: they do not accept HTML, and paths of the API never get HTML.
 */
export function answerUnknownPages(
  app: FastifyInstance,
  answer: (reply: FastifyReply) => FastifyReply,
): void {
  // A hook, because the server already has a handler of unknown addresses. Without a promise,
  // because it runs for every request of the API.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404 && wantsPage(request)) answer(reply.code(404));
    else done();
  });
}

const ofClients = /^(\/console)?\/api([/?]|$)/;

function wantsPage({ method, url, headers: { accept = '' } }: FastifyRequest): boolean {
  return method === 'GET' && accept.includes('text/html') && !ofClients.test(url);
}
