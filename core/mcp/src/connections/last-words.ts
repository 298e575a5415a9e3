import { stripVTControlCharacters } from 'node:util';
import { incompletePackage, npmFailure } from './npm-failure.ts';
import { sentence } from './sentence.ts';

/** A process's own words about its end. */
export interface LastWords {
  readonly text: string;
  /** Another attempt fails the same way until somebody changes something, such as a missing variable. */
  readonly lasting: boolean;
}

const longest = 500;
/** In lines. */
const longestMessage = 8;
const longestAdvice = 3;
const noise =
  /^\s*(?:at\s|throw\s|\^+\s*$|[{}()[\],;]*\s*$|Node\.js v\d|npm (?:warn|notice|WARN)\b|\(node:\d+\)|\(Use `node)/;
/** A line of a list of options. */
const help = /^\s*(?:-{1,2}\w|\$ )/;
const helpTitle =
  /^\s*(?:usage|options|flags|arguments|commands|examples?|environment variables|required)\b[^.]*:\s*$/i;
const usage = /^\s*usage\b/i;
/** How a complaint begins that follows the usage. */
const complaint = /^(?:missing|unknown|not enough|invalid|too few)\b/i;
const variable = /\b(?!ERR_)[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/;
const setting =
  /\b(?:api[ _-]?keys?|tokens?|credentials?|passwords?|secrets?|connection strings?|(?:environment )?variables?|arguments?|commands?|options?|parameters?|flags?|url|director(?:y|ies)|path)\b/i;
const lacking =
  /\b(?:required|missing|must (?:be|set|provide|specify)|(?:not|isn't|never|n't) (?:set|provided|found|defined|configured|specified|given)|please (?:set|provide|specify|pass)|no \S+(?: \S+){0,4} (?:was |were )?(?:set|provided|found|given|specified)|unknown|unrecognized|invalid|undefined)\b/i;
/** It goes on without it. */
const optional =
  /\b(?:optional|warn(?:ing)?|running (?:in|without)|falling back|fallback|using (?:the )?default)\b/i;
const exception =
  /^(?:\S+ )?(?:Uncaught )?(?:[\w$.]*(?:Error|Exception)(?: \[\w+\])?:|panic:|fatal(?: error)?:|error(?: \w+)?:|\[?error\]?:?\s)|panicked at/i;
/** How a line begins that says what to do. */
const instruction =
  /^(?:recommended|run|set|pass|provide|please|use|create|configure|export|add|specify|to (?:fix|use|set|get|run))\b/i;
/** A logger's level and time before its message. */
const prefix = /^\[(?:debug|info|warn|error)[^\]]*\]\s+(?:uncaught exception: )?/i;
const missingModule = /Cannot find (?:module|package)|No module named/;
const validation = /validation errors? for/;
const isValidation = /validation errors? for|ZodError|definition of the type/;
const telling =
  /\b(?:\w*error|\w*exception|panic(?:ked)?|fatal|cannot|can't|could not|unable|not found|no such|denied|failed|missing|required|invalid|usage)\b/i;

const ranks = { variable: 6, setting: 5, exception: 4, usage: 3, telling: 2 } as const;

/** The line of a process's last output that says why it ended: the one that a person would pick. */
export function lastWords(printed: readonly string[]): LastWords | undefined {
  const lines = printed.map(stripVTControlCharacters);
  const known = incompletePackage(lines) ?? npmFailure(lines);
  if (known !== undefined) return { ...known, text: known.text.slice(0, longest) };
  const ranked = lines.map((line, index) => ({ index, rank: rankOf(lines, line, index) }));
  const top = Math.max(0, ...ranked.map(({ rank }) => rank));
  if (top === 0) return undefined;
  const best = ranked.filter(({ rank }) => rank === top);
  // The first of several complaints is the cause of the rest. Python prints the cause last.
  const isPython = lines.some((line) => line.startsWith('Traceback (most recent call last)'));
  const chosen = (top <= ranks.telling || isPython ? best.at(-1) : best[0])?.index ?? 0;
  const text = withRest(lines, chosen).slice(0, longest);
  const isSetting = top > ranks.telling && top !== ranks.exception;
  return { text, lasting: isSetting || missingModule.test(text) || isValidation.test(text) };
}

/** From noise (0) to a line that names the variable that is missing. */
function rankOf(lines: readonly string[], line: string, index: number): number {
  if (line.trim() === '' || noise.test(line)) return 0;
  if (usage.test(line)) return /:\s*$/.test(line) ? 1 : ranks.usage;
  if (isHelp(lines, index) || optional.test(line)) return 1;
  if (lacking.test(line) && variable.test(line)) return ranks.variable;
  if (lacking.test(line) && setting.test(line) && !/^\s/.test(line)) return ranks.setting;
  if (exception.test(line)) return ranks.exception;
  return telling.test(line) && !/:\s*$/.test(line) ? ranks.telling : 1;
}

/** Options, what is indented below a title such as "Options:", and most of what follows the usage. */
function isHelp(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  if (help.test(line) || helpTitle.test(line)) return true;
  const before = lines.slice(0, index);
  if (before.some((earlier) => usage.test(earlier))) return !exception.test(line) && !complaint.test(line);
  if (!/^\s/.test(line)) return false;
  const title = before.findLast((earlier) => earlier.trim() !== '' && !/^\s/.test(earlier));
  return title !== undefined && helpTitle.test(title);
}

/** Some messages go on below: after a colon, in an opened bracket, as a list of fields, up to the stack, or with advice. */
function withRest(lines: readonly string[], index: number): string {
  const line = (lines[index] ?? '').trim();
  const rest = lines.slice(index + 1).filter((next) => next.trim() !== '');
  if (/[[{]$/.test(line)) return withBracket(line, rest);
  const stack = rest.findIndex((next) => /^\s+at\s/.test(next));
  const message = exception.test(line) && stack <= longestMessage ? rest.slice(0, Math.max(0, stack)) : [];
  const isIndented = message.length > 0 && message.every((next) => /^(?:\s|[-*•])/.test(next));
  const following = isIndented ? message : rest.slice(0, continuedBy(line, rest));
  const isAdvice = following.length > 0 && !isIndented && /[^:]$/.test(line) && !validation.test(line);
  return [isAdvice ? sentence(line) : line, ...following.filter((next) => !noise.test(next))]
    .map((next) =>
      next
        .trim()
        .replace(prefix, '')
        .replace(/^[-*•]\s+/, ''),
    )
    .join(' ');
}

/** In lines. */
function continuedBy(line: string, rest: readonly string[]): number {
  if (validation.test(line)) return 2;
  const isAdvised = !variable.test(line) && instruction.test((rest[0] ?? '').replace(prefix, ''));
  if (!line.endsWith(':') && !isAdvised) return 0;
  const end = rest.slice(0, longestAdvice).findIndex((next) => !next.trimEnd().endsWith(':'));
  return end === -1 ? longestAdvice : end + 1;
}

/** Validators print a list of issues as JSON. */
function withBracket(line: string, rest: readonly string[]): string {
  const end = rest.findIndex((next) => /^[\]}]/.test(next));
  const inside = [line.at(-1), ...rest.slice(0, end === -1 ? longestMessage : end + 1)].join(' ');
  const messages = issuesIn(inside);
  const before = line.slice(0, -1).trim();
  return messages.length > 0
    ? `${before} ${messages.join('; ')}`
    : `${before} ${inside.replace(/\s+/g, ' ')}`;
}

function issuesIn(json: string): string[] {
  try {
    const issues: unknown = JSON.parse(json);
    return [issues].flat().flatMap((issue: unknown) => {
      const { message, path } = issue as { readonly message?: unknown; readonly path?: unknown };
      if (typeof message !== 'string') return [];
      return Array.isArray(path) && path.length > 0 ? `${message} (${path.join('.')})` : message;
    });
  } catch {
    return [];
  }
}
