import type { Prose } from './prose.ts';
import { childrenOf, lineCounter, type Node, syntaxOf, textOf } from './syntax.ts';

/** Methods of commander that take a text for `--help`. */
const helpMethods = /^(?:description|summary|argument|option|requiredOption|addHelpText)$/;
const typedExpressions = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'];
const choices = ['ConditionalExpression', 'LogicalExpression'];

/**
 * Texts of several words: errors, log messages, help of commands, texts of pages. Messages begin a
 * sentence, so they get a capital letter.
 */
export function messagesOf(path: string, text: string): Prose[] {
  const found: Prose[] = [];
  const lineAt = lineCounter(text);
  function visit(node: Node, isMessage: boolean): void {
    if (/^(?:Import|TS)/.test(node.type) && !typedExpressions.includes(node.type)) return;
    const message = textOf(node);
    if (message !== null && /[a-z]\s+\S*[a-z]/i.test(message)) {
      const line = lineAt(node.start);
      found.push({ line, text: isMessage ? message.charAt(0).toUpperCase() + message.slice(1) : message });
    }
    // A concatenation was read as a whole.
    if (message !== null && node.type === 'BinaryExpression') return;
    const areMessages = takesMessage(node) || (isMessage && choices.includes(node.type));
    for (const child of childrenOf(node)) visit(child, areMessages);
  }
  visit(syntaxOf(path, text), false);
  return found;
}

/** Constructors, loggers and commands take whole messages. */
function takesMessage({ type, callee }: Node): boolean {
  if (type === 'NewExpression') return true;
  if (type !== 'CallExpression' || (callee as Node).type !== 'MemberExpression') return false;
  const { object, property } = callee as Node & { readonly object: Node; readonly property: Node };
  const { name } = object.type === 'MemberExpression' ? (object.property as Node) : object;
  return /logger$/i.test(String(name)) || helpMethods.test(String(property.name));
}
