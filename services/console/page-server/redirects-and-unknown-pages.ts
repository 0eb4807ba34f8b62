import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pagePaths, pagePatterns } from '../page-paths.ts';

export function registerRedirects(scope: FastifyInstance, publicPath: string): void {
  for (const path of ['/admin', '/admin/']) {
    scope.get(path, async (_request, reply) => reply.redirect(publicPath + pagePaths.adminMembers));
  }
  for (const path of pagePatterns) {
    if (path === pagePaths.start) continue;
    scope.get<{ Params: { id?: string } }>(`${path}/`, async ({ url, params }, reply) => {
      const query = url.indexOf('?');
      // Built from the page's own path, because the requested path may name another host.
      const page = publicPath + path.replace(':id', () => encodeURIComponent(params.id ?? ''));
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
