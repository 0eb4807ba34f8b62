/** The Fastify options of every server of the hub. */
export const serverOptions = {
  logger: false,
  // zod checks the routes. The schema compilers of Fastify would only slow down a start.
  schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  // Off, because the 503 of Fastify has another envelope. Requests during the close are answered.
  return503OnClosing: false,
  requestIdHeader: false,
  // Enough for a screenshot of 8 MB on a line of 1.2 Mbit/s. Node's default would be 5 minutes.
  requestTimeout: 60_000,
  // For a socket without traffic: a client that stops reading keeps its whole answer in memory.
  connectionTimeout: 90_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, requireHostHeader: false },
} as const;

function noSchemas(): never {
  throw new Error('a route has a schema of Fastify: check it by zod instead');
}
