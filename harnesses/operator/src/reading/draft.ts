import { stemsOf } from '../language/words.ts';
import { tokenise, type Token } from '../language/sentence.ts';
import { coerce, type Problem } from '../schema/coerce.ts';
import type { Parameter } from '../schema/parameters.ts';

/** A run of tokens; `end` is the first that is not part of it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Arguments as they are being read: which are known, and which words have been used up. */
export class Draft {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly parameters: readonly Parameter[];
  /** The stems that mean the tool itself. */
  readonly toolStems: ReadonlySet<string>;
  readonly values = new Map<string, unknown>();
  /** Why what was written for a parameter cannot be its value. */
  readonly problems = new Map<string, Problem>();
  /** Those that took what was left over. */
  readonly leftovers = new Set<string>();
  readonly #stems: readonly (readonly string[])[];
  /** Where a token begins with a stem. */
  readonly #places = new Map<string, number[]>();
  readonly #taken = new Set<number>();

  constructor(text: string, parameters: readonly Parameter[], toolStems: ReadonlySet<string>) {
    this.text = text;
    this.parameters = parameters;
    this.toolStems = toolStems;
    this.tokens = tokenise(text);
    this.#stems = this.tokens.map((token) => (token.kind === 'mark' ? [token.text] : stemsOf(token.text)));
    this.#stems.forEach(([first], at) => {
      if (first === undefined) return;
      const places = this.#places.get(first);
      if (places) places.push(at);
      else this.#places.set(first, [at]);
    });
  }

  open(isWanted: (parameter: Parameter) => boolean): readonly Parameter[] {
    return this.parameters.filter(
      (parameter) =>
        !this.values.has(parameter.name) && !this.problems.has(parameter.name) && isWanted(parameter),
    );
  }

  isFree(at: number): boolean {
    return at >= 0 && at < this.tokens.length && !this.#taken.has(at);
  }

  /** The word in lower case, or the mark; empty past either end. */
  word(at: number): string {
    return this.tokens[at]?.text.toLowerCase() ?? '';
  }

  stems(at: number): readonly string[] {
    return this.#stems[at] ?? [];
  }

  /** The original text of the span; a single quoted piece without its quotes. */
  written({ start, end }: Span): string {
    const [first, last] = [this.tokens[start], this.tokens[end - 1]];
    if (!first || !last) return '';
    return end - start === 1 ? first.text : this.text.slice(first.start, last.end);
  }

  take({ start, end }: Span): void {
    for (let at = start; at < end; at++) this.#taken.add(at);
  }

  /** Whether it became the value. Words that do not fit stay free unless the user plainly meant them for it. */
  offer(parameter: Parameter, span: Span, meant: 'plainly' | 'perhaps'): boolean {
    const coerced = coerce(parameter, this.written(span));
    if (coerced.kind === 'value') this.values.set(parameter.name, coerced.value);
    else if (meant === 'perhaps') return false;
    else this.problems.set(parameter.name, coerced.problem);
    this.take(span);
    return coerced.kind === 'value';
  }

  /** Where these stems stand one after the other, in tokens that are still free. */
  find(stems: readonly string[], from = 0): Span | undefined {
    const [first] = stems;
    for (const start of first === undefined ? [] : (this.#places.get(first) ?? [])) {
      const end = start < from ? undefined : this.endOf(stems, start);
      if (end !== undefined) return { start, end };
    }
    return undefined;
  }

  /** Where they end if they stand just there. */
  endOf(stems: readonly string[], start: number): number | undefined {
    let matched = 0;
    let at = start;
    while (matched < stems.length) {
      const own = this.stems(at);
      if (!this.isFree(at) || own.length === 0) return undefined;
      if (own.some((stem, offset) => stem !== stems[matched + offset])) return undefined;
      matched += own.length;
      at++;
    }
    return at;
  }
}
