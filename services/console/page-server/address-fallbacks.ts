import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pagePaths } from '../page-paths.ts';

/** Leads what people type to the page that they mean: each page with a slash at its end, and `/admin` to the first of admins. */
export function registerRedirects(scope: FastifyInstance): void {
  for (const path of ['/admin', '/admin/']) {
    scope.get(path, async (_request, reply) => reply.redirect(pagePaths.adminMembers));
  }
  for (const path of Object.values(pagePaths)) {
    if (path === pagePaths.live) continue;
    scope.get<{ Params: { id?: string } }>(`${path}/`, async ({ url, params }, reply) => {
      const query = url.indexOf('?');
      // Made from the page's own path: one that a stranger wrote may name another host.
      const page = path.replace(':id', () => encodeURIComponent(params.id ?? ''));
      return reply.redirect(query === -1 ? page : page + url.slice(query));
    });
  }
}

/**
 * Has `answer` say to browsers that there is no such page, at every address that the server does not have. Clients keep their
 * JSON: they do not ask for HTML, and below the API's prefixes nobody gets any.
 */
export function answerUnknownPages(
  app: FastifyInstance,
  answer: (reply: FastifyReply) => FastifyReply,
): void {
  // A hook of the whole server, which has one handler of unknown addresses already.
  // Without a promise, since it runs for every answer of the API.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404 && wantsPage(request)) answer(reply.code(404));
    else done();
  });
}

const ofClients = /^(\/console)?\/api([/?]|$)/;

function wantsPage({ method, url, headers: { accept = '' } }: FastifyRequest): boolean {
  return method === 'GET' && accept.includes('text/html') && !ofClients.test(url);
}
