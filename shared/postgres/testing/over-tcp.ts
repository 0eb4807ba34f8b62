/** The address of a database without the Unix socket of its server. */
export function overTcp(url: string | URL): URL {
  const tcp = new URL(url);
  tcp.searchParams.delete('host');
  return tcp;
}
