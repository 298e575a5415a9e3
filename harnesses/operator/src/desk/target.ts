import type { WorkspaceContents, ListedArtifact, ListedType } from '@loggia/sessions/harness';
import type { Deed } from '../phrases/english.ts';
import type { Act, Option } from './act.ts';
import type { Heard, KindMention } from './heard.ts';
import { bestOf, type Mention } from './names.ts';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Which artifact a sentence is about. */
export type Target =
  | { readonly kind: 'one'; readonly artifact: ListedArtifact; readonly span: Span; readonly score: number }
  | { readonly kind: 'several'; readonly artifacts: readonly ListedArtifact[]; readonly span: Span }
  /** It names something that isn't there. */
  | { readonly kind: 'unknown'; readonly name: string }
  | { readonly kind: 'nothing' };

export interface TargetOptions {
  /** Where to look; what lies on the desk unless told. */
  readonly among?: readonly Mention<ListedArtifact>[];
  /** Whether what is attached is meant where nothing is named. */
  readonly attached?: 'always' | 'pronoun';
  /** Whether what was spoken of last is meant, too: only where nothing is changed. */
  readonly spokenOf?: 'always' | 'pronoun';
  /** Whether `the board` is the only one there is. */
  readonly byKind?: boolean;
}

const nowhere: Span = { start: -1, end: -1 };

export function targetOf(heard: Heard, options: TargetOptions = {}): Target {
  const { among = heard.artifacts, attached = 'always', spokenOf = 'pronoun', byKind = true } = options;
  const named = otherThan(heard, narrowed(heard, bestOf(among)));
  const [best] = named;
  if (best && named.length === 1) {
    return { kind: 'one', artifact: best.item, span: best, score: best.score };
  }
  const isAttached = heard.situation.attached.length > 0;
  if ((!best || best.score < 0.75) && heard.pointsBack) return fromContext(heard.about);
  if (best) return { kind: 'several', artifacts: named.map(({ item }) => item), span: best };
  if (isAttached && attached === 'always') return fromContext(heard.situation.attached);
  const kind = byKind ? heard.kinds.find(({ isPlural }) => !isPlural) : undefined;
  const own = kind ? artifactsOf(heard.situation.desk, kind.types) : [];
  const [only] = own;
  if (kind && only) {
    const span = { start: kind.at, end: kind.at + 1 };
    return own.length === 1
      ? { kind: 'one', artifact: only, span, score: 0.6 }
      : { kind: 'several', artifacts: own, span };
  }
  const loose = heard.loose();
  if (spokenOf === 'always' && heard.situation.spokenOf.length > 0 && loose.length === 0)
    return fromContext(heard.situation.spokenOf);
  return loose.length > 0 ? { kind: 'unknown', name: nameIn(heard) } : { kind: 'nothing' };
}

function fromContext(artifacts: readonly ListedArtifact[]): Target {
  const [artifact] = artifacts;
  if (!artifact) return { kind: 'nothing' };
  return artifacts.length === 1
    ? { kind: 'one', artifact, span: nowhere, score: 1 }
    : { kind: 'several', artifacts, span: nowhere };
}

/** `the other report` is not the one that was spoken of. */
function otherThan(
  heard: Heard,
  named: readonly Mention<ListedArtifact>[],
): readonly Mention<ListedArtifact>[] {
  if (named.length < 2 || !heard.says(/\b(?:other|ander(?:e|en|es|er|em))\b/u)) return named;
  const others = named.filter(({ item }) => !heard.about.some(({ id }) => id === item.id));
  return others.length > 0 ? others : named;
}

/** `the table Cities` can't mean a board, and an artifact on the desk takes precedence over an archived one. */
function narrowed(
  heard: Heard,
  named: readonly Mention<ListedArtifact>[],
): readonly Mention<ListedArtifact>[] {
  if (named.length < 2) return named;
  const kind = heard.kinds.find(({ at }) => named.every(({ start, end }) => at < start || at >= end));
  const ofKind = kind ? named.filter(({ item }) => isOf(kind, item)) : [];
  const left = ofKind.length > 0 ? ofKind : named;
  const active = left.filter(({ item }) => item.state !== 'archived');
  return active.length > 0 ? active : left;
}

function isOf({ types }: KindMention, { type }: ListedArtifact): boolean {
  return types.some(({ id }) => id === type);
}

/** On the desk, without what is archived. */
export function artifactsOf(
  desk: WorkspaceContents,
  types: readonly ListedType[],
): readonly ListedArtifact[] {
  const ids = new Set(types.map(({ id }) => id));
  return desk.artifacts.filter(({ type, state }) => ids.has(type) && state !== 'archived');
}

/** From the first word that nobody knows to the last, as it was written. */
function nameIn(heard: Heard): string {
  const places = heard.words.flatMap(({ uses }, at) =>
    uses.size === 0 && heard.tokens[at]?.kind !== 'mark' ? [at] : [],
  );
  const [first] = places;
  const last = places.at(-1);
  return first === undefined || last === undefined ? '' : heard.written(first, last + 1);
}

/** Acts on the target, asks which one is meant, or says that there is none. */
export function withTarget(
  heard: Heard,
  target: Target,
  deed: Deed,
  act: (artifact: ListedArtifact, span: Span) => Act,
): Act {
  switch (target.kind) {
    case 'one':
      return act(target.artifact, target.span);
    case 'several':
      return {
        kind: 'which',
        question: heard.phrases.whichOne(deed),
        options: target.artifacts.map((one) => optionFor(heard.situation.desk, one, act(one, target.span))),
      };
    case 'unknown':
      return { kind: 'no', because: heard.phrases.nothingCalled(target.name) };
    default:
      return {
        kind: 'which',
        question: heard.phrases.whichOne(deed),
        options: heard.situation.desk.artifacts.map((one) =>
          optionFor(heard.situation.desk, one, act(one, nowhere)),
        ),
      };
  }
}

export function optionFor(
  { types }: WorkspaceContents,
  { id, title, type }: ListedArtifact,
  act: Act,
): Option {
  const label = types.find((one) => one.id === type)?.label;
  return { id, label: title, ...(label !== undefined && { description: label }), act };
}
