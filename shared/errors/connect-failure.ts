/**
 * The reason why no connection to a host could be opened, by the code of the system error.
 * @returns null for a code that only the caller can explain
 */
export function connectFailure(code: string | undefined, host: string, port: number): string | null {
  switch (code) {
    case 'ENOTFOUND':
      return `no machine has the name ${host} (${code})`;
    case 'EAI_AGAIN':
      return `the name server does not answer for ${host} (${code})`;
    case 'ECONNREFUSED':
      return `nothing listens at ${host}:${port} (${code})`;
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
      return `${host}:${port} cannot be reached (${code})`;
    default:
      return null;
  }
}
