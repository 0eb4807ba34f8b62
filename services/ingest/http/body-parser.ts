import { type Readable, Transform } from 'node:stream';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { BodyIntake, RequestHead } from '../plugin-adapter.ts';
import { bodyBytesMax } from './json-body.ts';

/**
 * Makes Fastify read bodies as bytes, for any content type: a wrong header must not lose a payload.
 */
export function addBodyParser(
  scope: FastifyInstance,
  intake: BodyIntake | undefined,
  headOf: (request: FastifyRequest) => RequestHead,
): void {
  scope.removeAllContentTypeParsers();
  if (intake === undefined) {
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_request, body, done) =>
      done(null, body),
    );
  } else {
    scope.addContentTypeParser('*', (request: FastifyRequest, body: Readable) =>
      intake.keep(limited(body, intake.bytesMax), headOf(request)),
    );
  }
  scope.addHook('preParsing', async (request) => {
    request.raw.headers['content-type'] = 'application/octet-stream';
  });
}

/** Fails when the body is over the limit. The request stays open, so that it can be answered. */
function limited(body: Readable, bytesMax: number): Readable {
  let bytes = 0;
  const limit = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (bytes > bytesMax) done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
      else done(null, chunk);
    },
  });
  // A client that stops half-way is no fault of the hub, so the answer is a 400.
  body.on('error', (error) => limit.destroy(Object.assign(error, { statusCode: 400 })));
  return body.pipe(limit);
}
