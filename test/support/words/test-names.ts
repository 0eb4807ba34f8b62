import type { Prose } from './prose.ts';
import { childrenOf, lineCounter, type Node, syntaxOf, textOf } from './syntax.ts';

/** The names of the tests and of their groups in a test file. */
export function testNames(path: string, text: string): Prose[] {
  const found: Prose[] = [];
  const lineAt = lineCounter(text);
  function visit(node: Node): void {
    const name = nameOf(node);
    // The sections of the specification that a test covers are not prose.
    if (name !== null) found.push({ line: lineAt(node.start), text: name.replace(/\(read-api[^)]*\)/, '') });
    for (const child of childrenOf(node)) visit(child);
  }
  visit(syntaxOf(path, text));
  return found;
}

/** The name that a call gives to a test, also a call of `test.each(…)` or `test.skipIf(…)`. */
function nameOf({ type, callee, arguments: given }: Node): string | null {
  if (type !== 'CallExpression' || !/^(?:test|it|describe)$/.test(functionName(callee as Node))) return null;
  const [first] = given as Node[];
  return first === undefined ? null : textOf(first);
}

function functionName({ type, name, object, callee }: Node): string {
  if (type === 'MemberExpression') return functionName(object as Node);
  if (type === 'CallExpression') return functionName(callee as Node);
  return String(name);
}
