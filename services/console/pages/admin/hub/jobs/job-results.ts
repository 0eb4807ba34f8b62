import type { ExaminationData, VerificationData } from '../../admin-answers.ts';

/** Each kind of job has results of another form. */
export function isVerification(result: unknown): result is VerificationData {
  const { equal, tables } = fieldsOf(result);
  return typeof equal === 'boolean' && Array.isArray(tables);
}

export function isExamination(result: unknown): result is ExaminationData {
  const { ok, checks } = fieldsOf(result);
  return typeof ok === 'boolean' && Array.isArray(checks);
}

/** The projections that differ from the tables of a backup. Empty for other jobs. */
export function listDifferingProjections(result: unknown): string[] {
  const { projections } = fieldsOf(result);
  const found = Array.isArray(projections) ? projections.map(fieldsOf) : [];
  return found.filter((projection) => projection.digest_equal === false).map(({ name }) => `${name}`);
}

/** The reason why only the job has the result; null when the result is also stored elsewhere. */
export function unnotedReason(result: unknown): string | null {
  const { unnoted } = fieldsOf(result);
  return typeof unnoted === 'string' ? unnoted : null;
}

export function failureReason(result: unknown): string {
  const { error, message } = fieldsOf(result);
  const { message: inner } = fieldsOf(error);
  const found = [inner, message, error, result].find((each) => typeof each === 'string');
  return typeof found === 'string' ? found : 'it is not known why';
}

function fieldsOf(value: unknown): Partial<Record<string, unknown>> {
  return value ?? {};
}
