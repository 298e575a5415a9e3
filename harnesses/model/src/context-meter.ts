import type { LanguageModelUsage } from 'ai';
import type { ContextPart, HarnessEvent } from '@loggia/sessions/harness';
import { estimatedTokens, partsOf, type Measurable, type Sent } from './context-size.ts';
import type { TokenScale } from './token-scale.ts';

export interface ContextMeterPorts {
  readonly model: { readonly id: string; readonly maxContextWindow?: number | undefined };
  readonly scale: TokenScale;
}

/** The meter of one turn: how full the context window is, and with what. */
export class ContextMeter {
  readonly #ports: ContextMeterPorts;
  #last: { readonly counted: number; readonly estimated: number } | undefined;

  constructor(ports: ContextMeterPorts) {
    this.#ports = ports;
  }

  /** The tokens that the provider will count for a request. Only what is new since the last one is uncertain. */
  predicted(sent: Sent): number {
    const { scale, model } = this.#ports;
    const { counted, estimated } = this.#last ?? { counted: 0, estimated: 0 };
    return Math.round(counted + (estimatedTokens(sent) - estimated) * scale.of(model.id));
  }

  /** After a step: the estimates, scaled so that they add up to what the provider counted. */
  measured(sent: Measurable, usage: Pick<LanguageModelUsage, 'inputTokens' | 'outputTokens'>): HarnessEvent {
    const { inputTokens, outputTokens = 0 } = usage;
    const { scale, model } = this.#ports;
    const counted = inputTokens ?? this.predicted(sent);
    scale.learn(model.id, sent, inputTokens);
    if (inputTokens !== undefined) this.#last = { counted, estimated: estimatedTokens(sent) };
    const { maxContextWindow: window } = model;
    return {
      kind: 'context',
      used: counted + outputTokens,
      ...(window !== undefined && { window }),
      parts: withAnswer(scaled(partsOf(sent), counted), outputTokens),
    };
  }
}

/** The parts in whole tokens that add up to `total`. */
function scaled(parts: readonly ContextPart[], total: number): readonly ContextPart[] {
  const estimated = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  if (estimated === 0) return [];
  let before = 0;
  let end = 0;
  // Rounding the ends rather than the parts keeps the sum.
  return parts.map((part) => {
    before += part.tokens;
    const start = end;
    end = Math.round((before * total) / estimated);
    return { ...part, tokens: end - start };
  });
}

/** The answer is part of what the next step sends. */
function withAnswer(parts: readonly ContextPart[], tokens: number): readonly ContextPart[] {
  const isTurn = ({ kind }: ContextPart) => kind === 'turn';
  if (!parts.some(isTurn)) return [...parts, { kind: 'turn', label: 'This turn', tokens }];
  return parts.map((part) => (isTurn(part) ? { ...part, tokens: part.tokens + tokens } : part));
}
