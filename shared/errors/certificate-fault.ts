import type { CodedError } from './errors.ts';

export interface CertificateFault {
  /** The fault of the certificate, in one line. */
  readonly what: string;
  /** Null when the client has to trust another authority. */
  readonly fix: string | null;
}

const unknownAuthority = [
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];

/**
 * @param error an error of a connection with TLS
 * @param setting holds the host name
 * @returns null unless the client refused the certificate
 */
export function certificateFault(error: CodedError, host: string, setting: string): CertificateFault | null {
  const code = String(error.code);
  if (code === 'DEPTH_ZERO_SELF_SIGNED_CERT') {
    return { what: `the certificate of ${host} is self-signed (${code})`, fix: null };
  }
  if (unknownAuthority.includes(code)) {
    return { what: `an unknown authority signed the certificate of ${host} (${code})`, fix: null };
  }
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    const when = code === 'CERT_HAS_EXPIRED' ? 'has expired' : 'is not valid yet';
    const fix = 'renew the certificate of the server, and check the clock of this machine';
    return { what: `the certificate of ${host} ${when} (${code})`, fix };
  }
  if (code !== 'ERR_TLS_CERT_ALTNAME_INVALID') return null;
  return {
    what: `the certificate does not name ${host}, only ${namesIn(error)} (${code})`,
    fix: `use a name of the certificate as the host in ${setting}`,
  };
}

const namesMax = 200;

/** For example `db.example, 10.0.0.7`. */
function namesIn(error: CodedError & { readonly cert?: unknown }): string {
  const { subjectaltname = '', subject } = (error.cert ?? {}) as {
    readonly subjectaltname?: string;
    readonly subject?: { readonly CN?: string | string[] };
  };
  const names =
    subjectaltname.replaceAll(/(?:DNS|IP Address):/g, '') || [subject?.CN ?? []].flat().join(', ');
  return names.slice(0, namesMax) || 'no name';
}
