import { z } from 'zod';
import type { PayloadPosition } from './stored-payloads.ts';

/** Reads what `positionText` writes. A time alone is before all payloads of that time. */
export const PositionText = z
  .string()
  .regex(/^\d{1,15}(-\d{1,2}-\d{1,15})?$/)
  .transform((text): PayloadPosition => {
    const [time = '', ...id] = text.split('-');
    return { receivedAt: Number(time), id: id.join('-') };
  });

/** Epoch ms, and the id of the payload at which the page ended. */
export function positionText({ receivedAt, id }: PayloadPosition): string {
  return `${receivedAt}${id && `-${id}`}`;
}
