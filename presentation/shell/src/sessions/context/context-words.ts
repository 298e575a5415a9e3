import type { ContextPart, ContextUse } from '@loggia/protocol';

/** The title of each kind of part, in the order in which a request has them. */
const titles: Readonly<Record<string, string>> = {
  instructions: 'Instructions',
  rules: 'Rules',
  skills: 'Skills',
  tools: 'Tools',
  history: 'Earlier messages',
  attachments: 'Attachments',
  viewContext: 'Context from Views',
  turn: 'This turn',
};

/** Kinds whose parts are worth a line of their own each. */
const detailed = new Set(['rules', 'skills', 'tools', 'attachments', 'viewContext']);

export interface ContextGroup {
  readonly kind: string;
  readonly title: string;
  readonly tokens: number;
  /** The largest first; empty if the title says it all. */
  readonly parts: readonly ContextPart[];
}

/** The parts by kind, the largest kind first. */
export function groupsOf(parts: readonly ContextPart[]): readonly ContextGroup[] {
  const kinds = [...new Set(parts.map(({ kind }) => String(kind)))];
  return kinds
    .map((kind) => {
      const own = parts.filter((part) => part.kind === kind);
      return {
        kind,
        title: titles[kind] ?? 'Other',
        tokens: own.reduce((sum, { tokens }) => sum + tokens, 0),
        parts: detailed.has(kind) ? own.toSorted((one, other) => other.tokens - one.tokens) : [],
      };
    })
    .toSorted((one, other) => other.tokens - one.tokens);
}

/** How full the window is, from 0 to 1; undefined if its size is unknown. */
export function shareOf({ used, window }: ContextUse): number | undefined {
  return window === undefined ? undefined : Math.min(1, used / window);
}

export function percent(share: number): string {
  return share > 0 && share < 0.01 ? 'under 1%' : `${Math.round(share * 100)}%`;
}

/** Short for a button: 950, 12k, 1.2M. */
export function shortCount(tokens: number): string {
  if (tokens < 1_000) return String(tokens);
  if (tokens < 999_500) return `${Math.round(tokens / 1_000)}k`;
  return `${(tokens / 1_000_000).toFixed(1)}M`;
}

export function contextWords(use: ContextUse): string {
  const share = shareOf(use);
  const used = use.used.toLocaleString();
  if (share === undefined) return `${used} tokens`;
  return `${used} of ${use.window?.toLocaleString()} tokens, ${percent(share)}`;
}
