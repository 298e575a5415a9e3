import { asSchema, type ModelMessage, type ToolResultPart, type ToolSet, type UserModelMessage } from 'ai';
import type { ContextPart } from '@loggia/sessions/harness';
import { estimateTokens } from '@loggia/sessions/tools';
import type { Oversized } from './failures.ts';
import { originOf } from './messages/part-origins.ts';
import type { SystemSection } from './system-prompt.ts';
import type { StepTools } from './toolset.ts';

const tokensPerImage = 1_500;
/** A page of a PDF is about this many characters of base64, and this many tokens. */
const charactersPerPage = 100_000;
const tokensPerPage = 2_000;
/** Providers write this much around a message and around the definition of a tool. */
const tokensPerMessage = 4;
const tokensPerTool = 12;
/** An estimate is only an estimate: what may still fit is for the provider to refuse. */
const farBeyond = 1.5;

/** Everything that a request sends. */
export interface Sent {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: ToolSet;
}

/** The same, with where it comes from. */
export interface Measurable extends Sent {
  /** The parts of `system`. */
  readonly sections: readonly SystemSection[];
  readonly stepTools: Pick<StepTools, 'originOf'>;
  /** The message that began the turn: what comes before it is history. */
  readonly asked: UserModelMessage;
}

/** Whether sending it would certainly fail. */
export function isFarTooLong(sent: Sent, maxContextWindow: number | undefined): boolean {
  return maxContextWindow !== undefined && estimatedTokens(sent) > maxContextWindow * farBeyond;
}

/** The part to blame if it doesn't fit: the tools, if a new conversation wouldn't fit beside them either. */
export function oversizedPart(sent: Sent, maxContextWindow: number | undefined): Oversized {
  const limit = maxContextWindow ?? estimatedTokens(sent) / 2;
  return toolTokens(sent.tools) > limit ? 'tools' : 'conversation';
}

/** An estimate of what a request takes up in the model's window. */
export function estimatedTokens({ system, messages, tools }: Sent): number {
  const said = messages.reduce((sum, message) => sum + messageTokens(message), 0);
  return estimateTokens(system) + said + toolTokens(tools);
}

export function messageTokens({ content }: ModelMessage): number {
  if (typeof content === 'string') return tokensPerMessage + estimateTokens(content);
  return content.reduce((sum, part) => sum + partTokens(part), tokensPerMessage);
}

/** The estimated tokens of a request, by what they are for. Parts of the same kind and label are one. */
export function partsOf({ sections, messages, tools, stepTools, asked }: Measurable): readonly ContextPart[] {
  const sums = new Map<string, ContextPart>();
  const add = ({ kind, label }: Pick<ContextPart, 'kind' | 'label'>, tokens: number): void => {
    const key = `${kind} ${label}`;
    sums.set(key, { kind, label, tokens: (sums.get(key)?.tokens ?? 0) + tokens });
  };
  for (const section of sections) add(section, estimateTokens(section.text));
  for (const [name, definition] of Object.entries(tools))
    add(stepTools.originOf(name), definitionTokens(name, definition));
  const begin = messages.findIndex((message) => holds(message, asked));
  messages.forEach((message, index) => {
    const place = index < begin ? history : turn;
    add(place, tokensPerMessage);
    const { content } = message;
    if (typeof content === 'string') return add(place, estimateTokens(content));
    for (const part of content) add(originOf(part) ?? place, partTokens(part));
  });
  return [...sums.values()];
}

const history = { kind: 'history', label: 'Earlier messages' } as const;
const turn = { kind: 'turn', label: 'This turn' } as const;

/** It may have been sent with more in it than the user wrote. */
function holds(message: ModelMessage, asked: UserModelMessage): boolean {
  if (message === asked) return true;
  if (message.role !== 'user' || typeof message.content === 'string') return false;
  const parts: readonly unknown[] = message.content;
  return typeof asked.content !== 'string' && asked.content.some((part) => parts.includes(part));
}

function toolTokens(tools: ToolSet): number {
  return Object.entries(tools).reduce((sum, [name, tool]) => sum + definitionTokens(name, tool), 0);
}

/** Schemas and parts of messages stay the same objects from one step to the next. */
const known = new WeakMap<object, number>();

function remembered(key: object, count: () => number): number {
  const before = known.get(key);
  if (before !== undefined) return before;
  const tokens = count();
  known.set(key, tokens);
  return tokens;
}

function definitionTokens(name: string, { description = '', inputSchema }: ToolSet[string]): number {
  const { jsonSchema } = asSchema(inputSchema);
  const schema = remembered(jsonSchema, () => estimateTokens(JSON.stringify(jsonSchema)));
  return tokensPerTool + estimateTokens(`${name} ${description}`) + schema;
}

function partTokens(part: Exclude<ModelMessage['content'], string>[number]): number {
  return remembered(part, () => {
    switch (part.type) {
      case 'text':
      case 'reasoning':
        return estimateTokens(part.text);
      case 'image':
        return tokensPerImage;
      case 'file':
        return tokensPerPage * Math.max(1, Math.round(lengthOf(part.data) / charactersPerPage));
      case 'tool-call':
        return estimateTokens(`${part.toolName} ${JSON.stringify(part.input)}`);
      case 'tool-result':
        return outputTokens(part.output);
      default:
        return 0;
    }
  });
}

function outputTokens(output: ToolResultPart['output']): number {
  if (output.type !== 'content') {
    const value = 'value' in output ? output.value : '';
    return estimateTokens(typeof value === 'string' ? value : JSON.stringify(value));
  }
  return output.value.reduce(
    (sum, entry) => sum + (entry.type === 'text' ? estimateTokens(entry.text) : tokensPerImage),
    0,
  );
}

/** The length of base64 or bytes; 0 for an address. */
function lengthOf(data: unknown): number {
  if (typeof data === 'string') return data.length;
  if (data instanceof Uint8Array || data instanceof ArrayBuffer) return data.byteLength;
  return 0;
}
