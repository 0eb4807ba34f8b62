import { z } from 'zod';
import { expiryAfter, expiryDaysMax } from '../../../projections/access/commands/api-key.ts';
import { Category } from '../../../shared/domain/category.ts';
import {
  ChatId,
  canonicalTimeZone,
  GivenDeviceName,
  GivenLabel,
  GivenMemberName,
} from '../../../shared/domain/member.ts';

// Fields of bodies and queries. A message says what is allowed, after the name of the field.

export const nameField = GivenMemberName;
export const chatIdField = ChatId;
export const timeZoneField = z
  .string()
  .max(64)
  .transform((text, context) => {
    const zone = canonicalTimeZone(text);
    if (zone !== null) return zone;
    context.addIssue('it must be an IANA time zone, like Europe/Paris or UTC');
    return z.NEVER;
  });
export const deviceNameField = GivenDeviceName;
/** The label of a key. */
export const labelField = GivenLabel;
export const categoriesField = z
  .array(Category)
  .min(1, 'name at least one category')
  .max(64)
  .transform((list) => [...new Set(list)]);
/** More than a member may have accounts. */
export const accountIdsField = z
  .array(z.string().max(64))
  .min(1, 'name at least one account')
  .max(1_000)
  .transform((list) => [...new Set(list)]);
export const memberIdField = z.uuid().toLowerCase();
/** Pages reckon from the clock of their machine, which may be ahead. */
const clockAheadDays = 1;
/** When a key expires, or null for never. What is a day later than it may be is cut to that. @returns epoch ms */
export const expiryField = z
  .union([z.null(), z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))])
  .refine(
    (at) => at === null || (at > Date.now() && at <= expiryAfter(expiryDaysMax + clockAheadDays)),
    `it must lie within ${expiryDaysMax} days from now`,
  )
  .transform((at) => (at === null ? null : Math.min(at, expiryAfter(expiryDaysMax))));
