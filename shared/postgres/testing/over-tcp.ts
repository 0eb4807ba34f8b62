/** The address of a test's database for a connection over TCP, also when the server has a Unix socket. */
export function overTcp(url: string | URL): URL {
  const tcp = new URL(url);
  tcp.searchParams.delete('host');
  return tcp;
}
