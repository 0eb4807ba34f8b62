import type { ExaminationData, VerificationData } from '../../admin-answers.ts';

/** What a job led to is read as what it is only where it looks like it: jobs of older releases are kept too. */
export function isVerification(result: unknown): result is VerificationData {
  const { equal, tables } = fieldsOf(result);
  return typeof equal === 'boolean' && Array.isArray(tables);
}

export function isExamination(result: unknown): result is ExaminationData {
  const { ok, checks } = fieldsOf(result);
  return typeof ok === 'boolean' && Array.isArray(checks);
}

/** The projections whose tables are not those that a backup leads to; none of any other job. */
export function listDifferingProjections(result: unknown): string[] {
  const { rooms } = fieldsOf(result);
  const found = Array.isArray(rooms) ? rooms.map(fieldsOf) : [];
  return found.filter((projection) => projection.digest_equal === false).map(({ name }) => `${name}`);
}

/** Why nothing else will show what a job found, in words; null where it is noted. */
export function unnotedReason(result: unknown): string | null {
  const { unnoted } = fieldsOf(result);
  return typeof unnoted === 'string' ? unnoted : null;
}

/** Why a job failed, in words. */
export function failureReason(result: unknown): string {
  const { error, message } = fieldsOf(result);
  const { message: inner } = fieldsOf(error);
  const found = [inner, message, error, result].find((each) => typeof each === 'string');
  return typeof found === 'string' ? found : 'it is not known why';
}

function fieldsOf(value: unknown): Partial<Record<string, unknown>> {
  return value ?? {};
}
