import path from 'node:path';
import type { OwnCall, OwnCallContent, OwnCallLocation, PlanStep } from '@loggia/sessions/harness';
import type { ReportedCall } from './call-matching.ts';
import type { ContentBlock, Plan, ToolCallContent, ToolCallUpdate } from './protocol.ts';

/** A call as the agent's reports add up to. */
export type MergedCall = ToolCallUpdate;

/** Fields that an update leaves out, or that are null, stay as they were. */
export function merged(before: MergedCall | undefined, update: ToolCallUpdate): MergedCall {
  const given = Object.entries(update).filter(([, value]) => value !== undefined && value !== null);
  return { ...before, ...(Object.fromEntries(given) as ToolCallUpdate) };
}

export function reportOf(call: MergedCall): ReportedCall {
  const { toolCallId: id, title, name, rawInput: input, _meta, kind, content, locations } = call;
  const touches = kind === 'edit' || kind === 'delete' || kind === 'move';
  const shows =
    content?.some(({ type }) => type !== 'content') === true || _meta?.['terminal_info'] !== undefined;
  return {
    id,
    title: title ?? '',
    name: name ?? undefined,
    input,
    meta: _meta ?? undefined,
    actsItself: touches || shows || (locations?.length ?? 0) > 0,
  };
}

export function isOver({ status }: MergedCall): boolean {
  return status === 'completed' || status === 'failed';
}

/** The things that a call refers to. */
export interface CallContext {
  readonly cwd: string;
  /** A terminal of the host, by the agent's id for it. */
  terminal?(id: string): OwnCallContent | undefined;
  /** The output of a command that the agent runs in a terminal of its own. */
  readonly output?: string | undefined;
}

/** As the chat shows it. */
export function ownCallOf(call: MergedCall, context: CallContext): OwnCall {
  const { toolCallId: id, kind, status, rawInput, rawOutput } = call;
  const name = (call.name ?? kind ?? 'tool').replaceAll(/[^A-Za-z0-9_.-]+/g, '_').slice(0, 64);
  const content = [
    ...(call.content ?? []).flatMap((each) => contentOf(each, context)),
    ...(context.output === undefined ? [] : [{ kind: 'text' as const, text: context.output }]),
  ];
  const shown =
    content.length > 0 || rawOutput === undefined
      ? content
      : [{ kind: 'text' as const, text: textOf(rawOutput) }];
  return {
    id,
    name,
    title: oneLine(call.title ?? '') || name,
    ...(rawInput !== undefined && { input: JSON.stringify(rawInput) }),
    status: status === 'completed' ? 'done' : status === 'failed' ? 'failed' : 'running',
    ...(shown.length > 0 && { content: shown }),
    ...(call.locations?.length && { locations: locationsOf(call.locations, context.cwd) }),
  };
}

/** Agents that count lines from 0 can't be told from others; a line 0 says at least which file it is. */
function locationsOf(
  locations: NonNullable<MergedCall['locations']>,
  cwd: string,
): readonly OwnCallLocation[] {
  return locations.map(({ path: file, line }) => ({
    path: path.resolve(cwd, file),
    ...(line && { line }),
  }));
}

const states = { pending: 'waiting', in_progress: 'running', completed: 'done' } as const;

export function stepsOf({ entries }: Plan): readonly PlanStep[] {
  return entries.map(({ content, status }) => ({ text: oneLine(content), state: states[status] }));
}

function contentOf(content: ToolCallContent, { cwd, terminal }: CallContext): OwnCallContent[] {
  switch (content.type) {
    case 'content':
      return blockContent(content.content);
    case 'diff': {
      const { path: file, oldText, newText: after } = content;
      const before = oldText ?? undefined;
      return [
        { kind: 'diff', path: path.resolve(cwd, file), ...(before !== undefined && { before }), after },
      ];
    }
    case 'terminal':
      return [terminal?.(content.terminalId) ?? []].flat();
    default:
      return [];
  }
}

function blockContent(block: ContentBlock): OwnCallContent[] {
  if (block.type === 'image' || block.type === 'audio')
    return [{ kind: 'media', media: { data: block.data, contentType: block.mimeType } }];
  return [{ kind: 'text', text: wordsOf(block) }];
}

/** A block of content as text. */
export function wordsOf(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource_link':
      return `[${block.name}](${block.uri})`;
    case 'resource':
      return 'text' in block.resource ? block.resource.text : `[${block.resource.uri}]`;
    default:
      return `[${block.type}]`;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, undefined, 2) ?? '');
}

function oneLine(words: string): string {
  return words.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
}
