/** Of Fastify, for every server of the hub. */
export const serverOptions = {
  logger: false,
  // Fastify's own 503 has another envelope. What still arrives on open connections is answered and these closed.
  return503OnClosing: false,
  requestIdHeader: false,
  // Node's defaults leave a slow sender its connection for minutes.
  requestTimeout: 15_000,
  // Of a socket on which nothing moves: a client that stops reading an answer holds all of it.
  connectionTimeout: 90_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, requireHostHeader: false },
} as const;
