import {
  createScanner,
  getNodeValue,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import type { TextRange } from '@loggia/protocol';

/** A problem in a text and its line, counted from 1. */
export class TextFault extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.name = 'TextFault';
    this.line = line;
  }
}

export interface JsonNode {
  readonly type: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null';
  readonly line: number;
  readonly range: TextRange;
  /** Objects in it have no prototype. */
  value(): unknown;
  /** The members of an object, in order; a name may come twice. Empty for anything else. */
  members(): readonly JsonMember[];
  /** The first member of this name. */
  member(name: string): JsonMember | undefined;
  elements(): readonly JsonNode[];
}

export interface JsonMember {
  readonly name: string;
  readonly value: JsonNode;
  /** From the name to the end of the value. */
  readonly range: TextRange;
  readonly line: number;
}

// The parser recurses for every level.
const deepest = 64;
const openers = new Set(['{', '[']);

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

class Lines {
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.#starts = lineStarts(text);
  }

  at(offset: number): { line: number; character: number } {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: offset - (this.#starts[low] ?? 0) };
  }

  range(offset: number, length: number): TextRange {
    return { start: this.at(offset), end: this.at(offset + length) };
  }
}

function refuseDepth(text: string, lines: Lines): void {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (;;) {
    scanner.scan();
    const at = scanner.getTokenOffset();
    if (scanner.getTokenLength() === 0 && at >= text.length) return;
    const token = text.slice(at, at + scanner.getTokenLength());
    if (openers.has(token)) depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    if (depth > deepest) {
      throw new TextFault(lines.at(at).line + 1, 'It is nested too deeply. Make it flatter.');
    }
  }
}

const sayings: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'a name in double quotes is missing',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a closing brace is missing',
  CloseBracketExpected: 'a closing bracket is missing',
  EndOfFileExpected: 'there is something after its end',
  UnexpectedEndOfString: 'a string does not end',
  UnexpectedEndOfComment: 'a comment does not end',
  InvalidEscapeCharacter: "a backslash is followed by something that it can't escape",
  InvalidCharacter: 'a string contains a control character',
};

function nodeOf(node: Node, lines: Lines): JsonNode {
  const { type } = node;
  return {
    type: type === 'property' ? 'object' : type,
    line: lines.at(node.offset).line + 1,
    range: lines.range(node.offset, node.length),
    value: () => getNodeValue(node),
    elements: () => (type === 'array' ? (node.children ?? []).map((child) => nodeOf(child, lines)) : []),
    members: () =>
      type === 'object' ? (node.children ?? []).flatMap((child) => memberOf(child, lines)) : [],
    member(name) {
      const found =
        type === 'object' ? node.children?.find((child) => child.children?.[0]?.value === name) : undefined;
      return found === undefined ? undefined : memberOf(found, lines)[0];
    },
  };
}

function memberOf(property: Node, lines: Lines): readonly JsonMember[] {
  const [name, value] = property.children ?? [];
  if (name === undefined || value === undefined) return [];
  const range = lines.range(property.offset, property.length);
  return [{ name: String(name.value), value: nodeOf(value, lines), range, line: range.start.line + 1 }];
}

/** JSON as people write it: comments and trailing commas are allowed. Throws TextFault for anything else. */
function parseJsonText(text: string): JsonNode {
  const lines = new Lines(text);
  refuseDepth(text, lines);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false });
  const [first] = errors;
  if (first !== undefined) {
    const code = printParseErrorCode(first.error);
    throw new TextFault(lines.at(first.offset).line + 1, `This is not valid JSON: ${sayings[code] ?? code}.`);
  }
  if (root === undefined) throw new TextFault(1, 'The file is empty. Write a JSON object, or delete it.');
  return nodeOf(root, lines);
}

export function parseJsonObject(text: string): JsonNode {
  const root = parseJsonText(text);
  if (root.type !== 'object') throw new TextFault(root.line, 'Write a JSON object here, with "{" and "}".');
  return root;
}
