import type { Prose } from './prose.ts';
import { childrenOf, lineCounter, type Node, syntaxOf, textOf } from './syntax.ts';

/** The name of a test outside a group is a sentence, so it begins with a capital letter here. */
export function testNames(path: string, text: string): Prose[] {
  const found: Prose[] = [];
  const lineAt = lineCounter(text);
  function visit(node: Node, isInGroup: boolean): void {
    const name = nameOf(node);
    // The sections of the specification that a test covers are not prose.
    if (name !== null) {
      const words = name.replace(/\(read-api[^)]*\)/, '');
      found.push({ line: lineAt(node.start), text: isInGroup ? words : capitalised(words) });
    }
    const isGroup = name !== null && functionName(node.callee as Node) === 'describe';
    for (const child of childrenOf(node)) visit(child, isInGroup || isGroup);
  }
  visit(syntaxOf(path, text), false);
  return found;
}

/** Also in `test.each(…)(…)` or `test.skipIf(…)(…)`; null for other nodes. */
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

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
