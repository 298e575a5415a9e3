import type { ResponsePart } from '@loggia/protocol';
import type { ModelInput } from '../embedded.ts';
import type { HarnessTurn } from '../harness.ts';
import { pastParts, textOf } from './conversation.ts';

/** The parts that a turn has when its agent begins; undefined if it isn't resumed. */
export class EarlierAttempt {
  readonly #model: ModelInput;
  #parts: readonly ResponsePart[] | undefined;
  #told: HarnessTurn['resumes'];

  constructor(parts: readonly ResponsePart[] | undefined, model: ModelInput) {
    this.#model = model;
    this.#set(parts);
  }

  get parts(): readonly ResponsePart[] {
    return this.#parts ?? [];
  }

  get told(): HarnessTurn['resumes'] {
    return this.#told;
  }

  /** `parts` are those after the work. */
  async extendedBy(work: Promise<void>, parts: () => readonly ResponsePart[] | undefined): Promise<void> {
    await work;
    if (this.#parts) this.#set(parts());
  }

  #set(parts: readonly ResponsePart[] | undefined): void {
    this.#parts = parts;
    this.#told = parts && { soFar: textOf(parts), parts: pastParts(parts, this.#model) };
  }
}
