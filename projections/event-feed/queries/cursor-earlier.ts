import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { numbersIn } from './cursor-seal.ts';

/** A mark, readable numbers of eight bytes, and at least 96 bits of an HMAC. */
export interface EarlierForm {
  readonly mark: Buffer;
  readonly numbers: number;
  readonly macBytes: number;
}

/** The numbers of a signed cursor; none in any other bytes. */
export function readEarlier(secret: KeyObject, forms: readonly EarlierForm[], bytes: Buffer): number[] {
  for (const { mark, numbers, macBytes } of forms) {
    const macAt = mark.length + 8 * numbers;
    if (bytes.length !== macAt + macBytes || !bytes.subarray(0, mark.length).equals(mark)) continue;
    const place = bytes.subarray(0, macAt);
    const mac = createHmac('sha256', secret).update('event-feed cursor').update(place).digest();
    const isGenuine = timingSafeEqual(bytes.subarray(macAt), mac.subarray(0, macBytes));
    return isGenuine ? numbersIn(place.subarray(mark.length)) : [];
  }
  return [];
}
