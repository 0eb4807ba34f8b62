/** The order of an object's keys counts, because all answers of a hub have the same order. */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (!isObject(left) || !isObject(right) || Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  const others = Object.keys(right);
  return (
    keys.length === others.length &&
    keys.every((key, index) => key === others[index] && isSameJson(left[key], right[key]))
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
