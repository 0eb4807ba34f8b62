import { parseSync } from 'vite';

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

export function syntaxOf(path: string, text: string): Node {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} has a syntax error: ${errors[0]?.message}`);
  return program as unknown as Node;
}

export function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value);
}

/** Null for nodes without text. The letter x stands for each value in a template. */
export function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'JSXText') return String(node.value).replaceAll(/\s+/g, ' ').trim();
  if (node.type === 'TemplateLiteral') {
    const quasis = node.quasis as { readonly value: { readonly cooked: string } }[];
    return quasis.map(({ value }) => value.cooked).join('x');
  }
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return null;
  const [left, right] = [textOf(node.left as Node), textOf(node.right as Node)];
  return left === null || right === null ? null : left + right;
}

/** @returns the number of the line of an offset */
export function lineCounter(text: string): (offset: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (offset) => ends.findLastIndex((end) => end < offset) + 2;
}
