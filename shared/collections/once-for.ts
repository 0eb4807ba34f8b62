/** Computes the value of each object once, and keeps the value as long as the object lives. */
export function onceFor<Of extends object, Value extends object | string | number>(
  compute: (of: Of) => Value,
): (of: Of) => Value {
  const values = new WeakMap<Of, Value>();
  return (of) => {
    const known = values.get(of);
    if (known !== undefined) return known;
    const value = compute(of);
    values.set(of, value);
    return value;
  };
}
