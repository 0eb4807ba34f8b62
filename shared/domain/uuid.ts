/** The UUID of version 8 from the first 32 hexadecimal digits of a hash. */
export function uuidOfHex(hex: string): string {
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
  return [...groups, hex.slice(20, 32)].join('-');
}
