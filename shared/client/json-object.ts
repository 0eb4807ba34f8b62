/**
 * The object of a body in UTF-8, taken for what the hub's schemas say.
 * @throws Error where it is no JSON object
 */
export function jsonObjectOf<Body>(body: ArrayBuffer): Body {
  const value = JSON.parse(new TextDecoder().decode(body));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new Error('no JSON object');
}
