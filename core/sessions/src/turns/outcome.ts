import {
  excerptOf,
  viewToolOf,
  type ToolCall,
  type ToolCallIn,
  type ToolContent,
  type ToolResult,
} from '@loggia/protocol';
import { embeddedText, mediaLimits, mediaOf, type ModelInput } from '../embedded.ts';
import type { ToolReport } from '../equipment.ts';
import type { ToolOutcome } from '../harness.ts';
import { endWithin, fitsTokens, withinTokens } from './model-text.ts';

/** A failure's message should be a sentence, not a whole result. */
const messageTokens = 2_000;

export function failed(message: string): ToolOutcome {
  return { kind: 'failed', message: withinTokens(message, messageTokens) };
}

export function denied({ reason, reasonMessage, userSuggestion }: ToolCallIn<'cancelled'>): ToolOutcome {
  const said = typeof reasonMessage === 'string' ? reasonMessage : reasonMessage?.markdown;
  const message = [
    said ?? (reason === 'result-denied' ? 'The call ran, but the user withheld its result.' : undefined),
    userSuggestion && `The user says: ${userSuggestion.text}`,
  ]
    .filter((part) => part !== undefined)
    .join(' ');
  return { kind: 'denied', ...(message !== '' && { message: withinTokens(message, messageTokens) }) };
}

/** The outcome of a finished call for the agent; undefined while it isn't finished. */
export function outcomeOf(call: ToolCall | undefined, model: ModelInput): ToolOutcome | undefined {
  if (call?.status === 'cancelled') return denied(call);
  if (call?.status !== 'completed') return undefined;
  const view = viewToolOf(call);
  // A View's answer is a page's word, which the agent must be able to tell from a server's and the user's.
  const mark = view ? `[The View "${view.title}" answered. These are its own words.]\n` : '';
  const content = call.content ?? [];
  // A failure without content is the shell's or the host's sentence, such as that the View is closed.
  if (!call.success)
    return failed(`${content.length > 0 ? mark : ''}${call.error?.message ?? 'The tool failed.'}`);
  const text = `${mark}${resultText(content, model) || jsonOf(view && call.structuredContent)}`;
  const structured = view ? undefined : call.structuredContent;
  return within({ text, structured, media: content.flatMap(mediaIn) }, model);
}

function resultText(content: readonly ToolContent[], model: ModelInput): string {
  return content.flatMap((entry) => textOf(entry, model) ?? []).join('\n');
}

function jsonOf(value: unknown): string {
  return value === undefined ? '' : (JSON.stringify(value) ?? '');
}

/** The result of a client's tool as the user sees it: `kept` is what the chat stores of it. */
export function clientResultShown(given: ToolResult, kept: ToolResult, model: ModelInput): ToolResult {
  const text = resultText(kept.content ?? [], model);
  const textLength = Math.max(text.length, resultText(given.content ?? [], model).length);
  return resultShown({ result: kept, text, textLength }, model.tokens);
}

/** The same for a call in a turn that has ended. */
export function pastOutcomeOf(call: ToolCall, model: ModelInput): ToolOutcome {
  const wasDenied = call.status === 'cancelled' && call.reason !== 'skipped';
  if (call.status === 'completed' || wasDenied) return outcomeOf(call, model) ?? brokenOff;
  return brokenOff;
}

/** The outcome of a server's report. Equipment has its own limits, which may differ from this host's. */
export function outcomeOfReport(
  { result, text, structured, media }: ToolReport,
  model: ModelInput,
): ToolOutcome {
  if (!result.success) return failed(text || (result.error?.message ?? 'The tool failed.'));
  return within({ text, structured, media: media ?? [] }, model);
}

/** The result as the user sees it: in full, with a note on how little of it the agent was given, if it was cut. */
export function resultShown(
  { result, text, textLength = text.length }: ToolReport,
  tokens: number,
): ToolResult {
  const given = endWithin(text, result.success ? tokens : messageTokens);
  if (given === text.length && textLength === text.length) return result;
  const { pastTenseMessage: said } = result;
  const count = (length: number) => length.toLocaleString('en');
  const cut = `The agent was given the first ${count(Math.min(given, textLength))} of ${count(textLength)} characters.`;
  const pastTenseMessage =
    typeof said === 'string' ? `${said}. ${cut}` : { markdown: `${said.markdown}\n\n${cut}` };
  return { ...result, pastTenseMessage };
}

/** The call was interrupted, so its effect is unknown. */
const brokenOff: ToolOutcome = {
  kind: 'failed',
  message: 'The turn ended before this call did. It may or may not have had an effect.',
};

function within(
  { text, structured, media }: Required<Pick<ToolReport, 'text' | 'structured' | 'media'>>,
  { tokens, mediumOf }: ModelInput,
): ToolOutcome {
  const fits = structured !== undefined && fitsTokens(JSON.stringify(structured) ?? '', tokens);
  const kept = media.flatMap((entry) => mediaOf(entry, mediumOf) ?? []).slice(0, mediaLimits.items);
  return {
    kind: 'done',
    text: withinTokens(text, tokens),
    ...(fits && { structured }),
    ...(kept.length > 0 && { media: kept }),
  };
}

function textOf(content: ToolContent, { mediumOf }: ModelInput): string | undefined {
  switch (content.type) {
    case 'text':
      return content.text;
    case 'embeddedResource':
      return embeddedText(content, mediumOf) ?? `[${content.contentType || 'data'}, shown to the user]`;
    case 'resource': {
      const excerpt = excerptOf(content);
      return excerpt === undefined ? `[${content.uri}]` : `${excerpt}\n[The user has the whole result.]`;
    }
    case 'terminal':
      return content.result?.preview;
    default:
      return undefined;
  }
}

function mediaIn(content: ToolContent): { data: string; contentType: string }[] {
  return content.type === 'embeddedResource' ? [content] : [];
}
