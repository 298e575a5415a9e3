import {
  attachedAnnotationsOf,
  type FileEdit,
  type Message,
  type ToolCall,
  type ToolContent,
} from '@loggia/protocol';

const mostNames = 200;
const longestLine = 4_000;
const longestName = 1_000;
const deepest = 8;

/** The files that a message names or has attached: paths and `file:` URIs as they were written. */
export function filesInMessage({ text, attachments = [] }: Message): readonly string[] {
  const attached = attachments.flatMap((attachment) => {
    if (attachment.type === 'resource') return [attachment.uri, attachment.label];
    return attachedAnnotationsOf(attachment)?.resources ?? [attachment.label];
  });
  return bounded([...attached.filter(isName), ...text.split('\n').flatMap(namesIn)]);
}

/** The files that a call names in its input, or has changed. */
export function filesInCall(call: ToolCall | undefined): readonly string[] {
  if (call === undefined) return [];
  const input = 'toolInput' in call && typeof call.toolInput === 'string' ? call.toolInput : '';
  const edits = 'edits' in call ? (call.edits?.items ?? []) : [];
  const content = 'content' in call ? (call.content ?? []) : [];
  return bounded([
    ...textsIn(parsed(input), deepest).flatMap(namesIn),
    ...edits.flatMap(sidesOf),
    ...content.flatMap(changedIn),
  ]);
}

function changedIn(content: ToolContent): readonly string[] {
  return content.type === 'fileEdit' ? sidesOf(content) : [];
}

function sidesOf({ before, after }: FileEdit): readonly string[] {
  return [before, after].flatMap((side) => (side === undefined ? [] : [side.uri]));
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

/** Texts of several lines are contents of files rather than names of some. */
function textsIn(value: unknown, levels: number): readonly string[] {
  if (typeof value === 'string') return value.includes('\n') ? [] : [value];
  if (typeof value !== 'object' || value === null || levels === 0) return [];
  return Object.values(value)
    .slice(0, mostNames)
    .flatMap((part: unknown) => textsIn(part, levels - 1));
}

/** The words that are names, and the whole line if it is a path with spaces in it. */
function namesIn(line: string): readonly string[] {
  if (line.length > longestLine) return [];
  const words = line
    .split(/[\s"'`<>()[\]{}|;,=]+/)
    .map((word) => word.replace(/^@/, '').replace(/(?::\d+)*[.:!?]*$/, ''));
  const whole = /^(?:\.{0,2}[/\\]|[A-Za-z]:\\).*\s/.test(line) ? [line.trim()] : [];
  return [...whole, ...words].filter(isName);
}

/** It has a folder or an extension in it, and isn't an address of something else. */
function isName(text: string): boolean {
  if (text.length > longestName || /\p{Cc}/u.test(text)) return false;
  if (/^[a-z][a-z0-9+.-]+:/i.test(text)) return /^file:\/\//i.test(text);
  return /[^/\\.\s][/\\]|[/\\][^/\\\s]|[^/\\.\s]\.[A-Za-z][\w-]*$/.test(text);
}

function bounded(names: readonly string[]): readonly string[] {
  return [...new Set(names)].slice(0, mostNames);
}
