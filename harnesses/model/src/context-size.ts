import type { ModelMessage, ToolSet } from 'ai';
import { asSchema } from 'ai';
import type { Oversized } from './failures.ts';

const charactersPerToken = 4;
const tokensPerImage = 1_500;
/** An estimate is only an estimate: what may still fit is for the provider to refuse. */
const farBeyond = 1.5;

export interface Sent {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: ToolSet;
}

/** Whether sending it would certainly fail. */
export function isFarTooLong(sent: Sent, maxContextWindow: number | undefined): boolean {
  return maxContextWindow !== undefined && estimatedTokens(sent) > maxContextWindow * farBeyond;
}

/** The part to blame if it doesn't fit: the tools, if a new conversation wouldn't fit beside them either. */
export function oversizedPart(sent: Sent, maxContextWindow: number | undefined): Oversized {
  const tools = toolTokens(sent.tools);
  const limit = maxContextWindow ?? estimatedTokens(sent) / 2;
  return tools > limit ? 'tools' : 'conversation';
}

function estimatedTokens({ system, messages, tools }: Sent): number {
  let characters = system.length;
  let images = 0;
  const withoutData = (key: string, value: unknown) => {
    if ((key !== 'data' && key !== 'image') || typeof value !== 'string') return value;
    images++;
    return '';
  };
  for (const message of messages) characters += JSON.stringify(message.content, withoutData).length;
  return Math.ceil(characters / charactersPerToken) + images * tokensPerImage + toolTokens(tools);
}

function toolTokens(tools: ToolSet): number {
  let characters = 0;
  for (const [name, { description = '', inputSchema }] of Object.entries(tools)) {
    characters += name.length + description.length + JSON.stringify(asSchema(inputSchema).jsonSchema).length;
  }
  return Math.ceil(characters / charactersPerToken);
}
