import { z } from 'zod';
import { expiryAfter, expiryDaysMax } from '../../../../projections/access/commands/keys/new-api-key.ts';
import { Audience, Category, DefaultCategory } from '../../../../shared/domain/category.ts';
import {
  ChatId,
  canonicalTimeZone,
  GivenDeviceName,
  GivenLabel,
  GivenMemberName,
} from '../../../../shared/domain/member.ts';

// Each message says what the field allows.

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
export const labelField = GivenLabel;
export const categoriesField = z
  .array(Category)
  .min(1, 'name at least one category')
  .max(64)
  .transform((list) => [...new Set(list)]);
/** Names every category with a default, so that nothing is left to `DEFAULT_SHARING`. */
export const defaultSharingField = z.record(DefaultCategory, Audience.exclude(['selected']));
export const accountIdsUpTo = (most: number) =>
  z
    .array(z.string().max(64))
    .min(1, 'name at least one account')
    .max(most)
    .transform((list) => [...new Set(list)]);
/** The limit is above the default of `MEMBER_ACCOUNTS_MAX`. A key may name accounts of others. */
export const accountIdsField = accountIdsUpTo(1_000);
export const memberIdField = z.uuid().toLowerCase();
export const filterField = z.string().min(1).max(128);
export const limitField = (most: number) => z.coerce.number().pipe(z.int().min(1).max(most));
/** Epoch ms. */
export const timeField = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
/** A page uses the clock of its computer, which may be ahead. */
const clockAheadDays = 1;
/** Epoch ms; null means never. A time up to a day too late is cut to the maximum. */
export const expiryField = z
  .union([z.null(), timeField])
  .refine(
    (at) => at === null || (at > Date.now() && at <= expiryAfter(expiryDaysMax + clockAheadDays)),
    `it must lie within ${expiryDaysMax} days from now`,
  )
  .transform((at) => (at === null ? null : Math.min(at, expiryAfter(expiryDaysMax))));
