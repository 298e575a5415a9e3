import type {
  WorkspaceContents,
  ListedArtifact,
  ListedType,
  HarnessTool,
  Named,
} from '@loggia/sessions/harness';
import { doing, foldedWords, isUsedAs, kindWord, usesFor, type Use } from '../language/lexicon.ts';
import { tokenise, type Token } from '../language/sentence.ts';
import { folded } from '../language/spelling.ts';
import type { Phrases } from '../phrases/english.ts';
import { bestOf, mentionsOf, type Mention } from './names.ts';

export interface Situation {
  readonly desk: WorkspaceContents;
  readonly tools: readonly HarnessTool[];
  /** The artifacts attached to the message. */
  readonly attached: readonly ListedArtifact[];
  /** The artifacts that are selected on the desk: `it`, where nothing is attached. */
  readonly selected: readonly ListedArtifact[];
  /** The artifacts that the conversation was about just before: `it`, where nothing is attached or selected. */
  readonly spokenOf: readonly ListedArtifact[];
  /** Whether `spokenOf` is newer than the selection, and takes its place. */
  readonly hasMovedOn?: boolean;
  /** In the language of the person. */
  readonly phrases: Phrases;
}

interface Word {
  readonly word: string;
  readonly uses: ReadonlySet<Use>;
}

/** A kind of artifact that the sentence names. */
export interface KindMention {
  readonly types: readonly ListedType[];
  readonly at: number;
  readonly isPlural: boolean;
}

/** Questions that begin with their verb. */
const asking =
  /^(?:do|does|did|should|shall|may|have (?!a )|has|had|is|are|was|were|am|hab|habe|hast|hat|haben|soll|sollte|sollen|darf|muss|gibt|gab|ist|sind|wird|waere|steht|stehen|kommt|taucht)\b/u;

const selecting =
  /^(?:selected|selection|(?:aus|an)gewaehlt(?:e[nmrs]?)?|markiert(?:e[nmrs]?)?|auswahl|markierung)$/u;
/** The time and the weather. */
const atmospheric =
  /^(?:time|late|spaet|uhr|rain\p{L}*|snow\p{L}*|sunny|regn\p{L}*|schnei\p{L}*|cold|warm|kalt|heiss)$/u;
const plural =
  /^(?:them|these|those|they|both|all|sie|diese|die|beide[ns]?|alle|selection|auswahl|markierung|ones|(?:aus|an)gewaehlten|markierten)$/u;

/** A sentence and what of the desk it names. */
export class Heard {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly situation: Situation;
  readonly words: readonly Word[];
  readonly artifacts: readonly Mention<ListedArtifact>[];
  readonly trashed: readonly Mention<ListedArtifact>[];
  readonly collections: readonly Mention<Named>[];
  readonly sessions: readonly Mention<Named>[];
  readonly kinds: readonly KindMention[];

  constructor(text: string, situation: Situation) {
    const { desk } = situation;
    this.text = text;
    this.situation = situation;
    this.tokens = tokenise(text);
    this.words = this.tokens.map(({ kind, text: own }) => {
      const word = folded(own);
      return { word, uses: kind === 'word' || kind === 'date' ? usesFor(word) : new Set<Use>() };
    });
    this.artifacts = mentionsOf(this.tokens, desk.artifacts);
    this.trashed = mentionsOf(this.tokens, desk.trash);
    this.collections = mentionsOf(this.tokens, desk.collections);
    this.sessions = mentionsOf(this.tokens, desk.sessions);
    this.kinds = this.tokens.flatMap(({ kind }, at) => (kind === 'word' ? this.#kindAt(at) : []));
  }

  has(...uses: readonly Use[]): boolean {
    return uses.some((use) => this.at(use) >= 0);
  }

  /** Where a word with this use stands; -1 where none does. */
  at(use: Use, from = 0): number {
    // The title of something may sound like a request that takes a model.
    const isMeant = (at: number) => use !== 'think' || !this.#isInName(at);
    return this.words.findIndex((word, at) => at >= from && word.uses.has(use) && isMeant(at));
  }

  is(at: number, ...uses: readonly Use[]): boolean {
    return uses.some((use) => this.words[at]?.uses.has(use) ?? false);
  }

  word(at: number): string {
    return this.words[at]?.word ?? '';
  }

  get phrases(): Phrases {
    return this.situation.phrases;
  }

  says(pattern: RegExp): boolean {
    return pattern.test(this.words.map(({ word }) => word).join(' '));
  }

  /** The first word that isn't just courtesy. */
  get head(): number {
    const courtesy =
      /^(?:please|pls|bitte|can|could|would|will|you|u|i|id|ich|want|to|like|let|me|lets|us|kannst|koenntest|du|mir|mal|moechte|wuerde|gerne|need|hey|hi|hello|ok|okay|now|jetzt|just|kindly|so|and|then|also|auch|und)$/u;
    const at = this.words.findIndex(({ word }, index) => {
      const { kind } = this.tokens[index] ?? {};
      return kind !== 'mark' && !courtesy.test(word);
    });
    return at < 0 ? 0 : at;
  }

  /**
   * Where the verb stands that says what to do: first, or else wherever it is; German has it last in `Cities öffnen`.
   */
  get lead(): number {
    const { head } = this;
    if (this.is(head, ...doing)) return head;
    const last = this.words.findLastIndex((_, index) => this.tokens[index]?.kind === 'word');
    const isFinal = this.word(last).endsWith('en') && doing.some((use) => isUsedAs(this.word(last), use));
    if (last > head && isFinal && !this.#isInName(last)) return last;
    const at = this.words.findIndex(({ word }, index) => {
      const { kind } = this.tokens[index] ?? {};
      return (
        index > head && kind === 'word' && doing.some((use) => isUsedAs(word, use)) && !this.#isInName(index)
      );
    });
    return at < 0 ? head : at;
  }

  /** Whether it asks for words rather than for deeds: `can you open it?` does not. */
  get isQuestion(): boolean {
    if (this.is(this.head, 'question')) return true;
    if (/^(?:anything|something|irgendwas|irgendetwas|irgendwelche\p{L}*|got)$/u.test(this.word(this.head)))
      return true;
    if (asking.test(this.words.map(({ word }) => word).join(' '))) return true;
    const isRequest =
      /^\W*(?:please|bitte|hey|hi)?\W*(?:can|could|would|will|kannst|koenntest|könntest|würdest)\b/iu.test(
        this.text,
      );
    return !isRequest && /\?\s*$/u.test(this.text);
  }

  #isInName(at: number): boolean {
    const names = [...bestOf(this.artifacts), ...bestOf(this.collections), ...bestOf(this.sessions)];
    return names.some(({ start, end, score }) => score >= 0.75 && start <= at && at < end);
  }

  /** The original text from one token up to another; a single quoted piece without its quotes. */
  written(start: number, end: number): string {
    const [first, last] = [this.tokens[start], this.tokens[end - 1]];
    if (!first || !last || end <= start) return '';
    return end - start === 1 ? first.text : this.text.slice(first.start, last.end).trim();
  }

  /** The first thing in quotes that isn't the name of something here. */
  quoted(from = 0): { readonly at: number; readonly text: string } | undefined {
    const names = [...bestOf(this.artifacts), ...bestOf(this.collections)];
    const at = this.tokens.findIndex(
      ({ kind }, index) =>
        index >= from && kind === 'quoted' && !names.some(({ start, end }) => start <= index && index < end),
    );
    return at < 0 ? undefined : { at, text: this.tokens[at]?.text ?? '' };
  }

  /** The artifacts that `it` stands for; `the selected one` never stands for anything that was only spoken of. */
  get about(): readonly ListedArtifact[] {
    const { attached, selected, spokenOf, hasMovedOn = false } = this.situation;
    const order = this.saysSelected
      ? [selected, attached]
      : [attached, ...(hasMovedOn ? [spokenOf, selected] : [selected, spokenOf])];
    return order.find(({ length }) => length > 0) ?? [];
  }

  /** Whether it speaks of the selection as such. */
  get saysSelected(): boolean {
    return this.words.some(({ word }, at) => selecting.test(word) && !this.#isInName(at));
  }

  /** Whether more than one thing is pointed at: `these`, `both`. */
  get pointsAtSeveral(): boolean {
    return this.about.length > 1 && this.words.some(({ word }) => plural.test(word));
  }

  get pointsBack(): boolean {
    return this.about.length > 0 && this.pronoun >= 0;
  }

  /** Where `it`, `this` or the like stands, other than as an article. */
  get pronoun(): number {
    return this.words.findIndex(
      ({ uses }, at) => uses.has('pronoun') && !this.#isArticle(at) && !this.#isExpletive(at),
    );
  }

  /** `gibt es …`, `is it raining`: a subject that stands for nothing. */
  #isExpletive(at: number): boolean {
    if (!/^(?:it|es)$/u.test(this.word(at))) return false;
    const before = this.words.slice(Math.max(0, at - 2), at).map(({ word }) => word);
    const after = this.words.slice(at + 1, at + 4).map(({ word }) => word);
    const isGiven = [before.at(-1), after[0]].some((word) => /^(?:gibt?|gab|geht|ging)$/u.test(word ?? ''));
    return isGiven || [...before, ...after].some((word) => atmospheric.test(word));
  }

  /** `das Board` and `this idea` name something; `das` alone, and `this board` where a board is meant, point at it. */
  #isArticle(at: number): boolean {
    if (!/^(?:das|die|den|dies\p{L}*|this|that|these|those|sie)$/u.test(this.word(at))) return false;
    const next = this.words[at + 1];
    if (!next || this.tokens[at + 1]?.kind === 'mark') return false;
    if (next.uses.has('place') && !/^(?:t?here|hier|da|dort)$/u.test(next.word)) return true;
    const kind = this.kinds.find((one) => one.at === at + 1);
    if (kind) return !this.about.some(({ type }) => kind.types.some(({ id }) => id === type));
    return next.uses.size === 0 || this.#isInName(at + 1);
  }

  /** The words that carry meaning and are in none of these spans. */
  loose(...spans: readonly { readonly start: number; readonly end: number }[]): readonly string[] {
    return this.words.flatMap(({ word, uses }, at) => {
      const { kind } = this.tokens[at] ?? {};
      const isTaken = spans.some(({ start, end }) => start <= at && at < end);
      return isTaken || kind === 'mark' || uses.size > 0 ? [] : [word];
    });
  }

  #kindAt(at: number): readonly KindMention[] {
    const word = this.word(at);
    const { words, isPlural } = kindWord(word);
    const types = this.situation.desk.types.filter((type) => {
      const own = namesOf(type);
      return own.some((name) => name === word || words.includes(name) || kindWord(name).words.includes(word));
    });
    return types.length > 0 ? [{ types, at, isPlural }] : [];
  }
}

/** The words that people use for a type: those of its labels, without `new`. */
export function namesOf({ label, creatable }: ListedType): readonly string[] {
  return foldedWords(`${label} ${creatable?.label ?? ''}`).filter((word) => word !== 'new');
}
