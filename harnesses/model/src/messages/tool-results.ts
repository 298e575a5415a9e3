import type { ImagePart, ModelMessage, TextPart, ToolResultPart } from 'ai';
import type { ToolOutcome } from '@loggia/sessions/harness';
import { from, type PartOrigin } from './part-origins.ts';
import { isShown, leftOut, type Sight } from './user-message.ts';

export interface ToolSight extends Sight {
  /** Whether a result may hold images; elsewhere they follow in a message. */
  readonly showsToolImages: boolean;
}

/** A finished call as the model knows it. */
export interface FinishedCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly outcome: ToolOutcome;
  /** For the meter, if the result counts as something else than the turn. */
  readonly origin?: PartOrigin | undefined;
}

/** The results of calls as messages for the model, in the order of the calls. */
export function toolResults(calls: readonly FinishedCall[], sight: ToolSight): ModelMessage[] {
  const images = sight.showsToolImages ? [] : calls.flatMap((call) => following(call, sight));
  return [
    { role: 'tool', content: calls.map((call) => toolResult(call, sight)) },
    ...(images.length > 0 ? [{ role: 'user' as const, content: images }] : []),
  ];
}

function toolResult(
  { toolCallId, toolName, outcome, origin }: FinishedCall,
  sight: ToolSight,
): ToolResultPart {
  const result = { type: 'tool-result' as const, toolCallId, toolName, output: outputOf(outcome, sight) };
  return origin ? from(origin, result) : result;
}

function outputOf(outcome: ToolOutcome, sight: ToolSight): ToolResultPart['output'] {
  if (outcome.kind === 'failed') return { type: 'error-text', value: outcome.message || 'It failed.' };
  if (outcome.kind === 'denied') {
    const why = outcome.message ? ` They say: ${outcome.message}` : '';
    return { type: 'error-text', value: `The user declined this call.${why}` };
  }
  const { media = [] } = outcome;
  const text = [
    wordsOf(outcome),
    ...media
      .filter((one) => !isShown(one, sight))
      .map(({ contentType }) => leftOut('A part of the result', contentType)),
  ]
    .filter((line) => line !== '')
    .join('\n');
  const shown = media.filter((one) => isShown(one, sight));
  if (shown.length === 0) return { type: 'text', value: text || 'Done, without output.' };
  if (!sight.showsToolImages) return { type: 'text', value: `${text}\n[Its images follow.]`.trim() };
  return {
    type: 'content',
    value: [
      ...(text === '' ? [] : [{ type: 'text' as const, text }]),
      ...shown.map(({ data, contentType }) => ({
        type: 'image-data' as const,
        data,
        mediaType: contentType,
      })),
    ],
  };
}

function wordsOf({ text, structured }: ToolOutcome & { kind: 'done' }): string {
  if (text !== '' || structured === undefined) return text;
  return JSON.stringify(structured) ?? '';
}

function following({ toolName, outcome }: FinishedCall, sight: Sight): (TextPart | ImagePart)[] {
  if (outcome.kind !== 'done') return [];
  const shown = (outcome.media ?? []).filter((one) => isShown(one, sight));
  if (shown.length === 0) return [];
  return [
    { type: 'text', text: `Images from the tool ${toolName}:` },
    ...shown.map(({ data, contentType }) => ({
      type: 'image' as const,
      image: data,
      mediaType: contentType,
    })),
  ];
}
