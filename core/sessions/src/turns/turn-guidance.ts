import type { Message } from '@loggia/protocol';
import type { Equipment, Guidance, Rule } from '../equipment.ts';

const none: Guidance = { persona: undefined, invoked: undefined, skills: [], rules: [] };

export interface TurnGuidancePorts {
  readonly equipment: Pick<Equipment, 'guidance' | 'rulesFor'>;
  readonly session: string;
  /** Tells the user. */
  notice(text: string): void;
  report(problem: string, error: unknown): void;
}

/** The guidance of one turn. Rules for files join it when such files are touched, and the chat says so. */
export class TurnGuidance {
  readonly #ports: TurnGuidancePorts;
  readonly #touched = new Set<string>();
  #guidance = none;

  constructor(ports: TurnGuidancePorts) {
    this.#ports = ports;
  }

  get now(): Guidance {
    return this.#guidance;
  }

  /** Rejects as equipment does. */
  async load(message: Message): Promise<void> {
    this.#guidance = await this.#ports.equipment.guidance(this.#ports.session, message);
  }

  /** Texts that hold for the rest of the turn. */
  add(texts: readonly Rule[]): void {
    this.#guidance = { ...this.#guidance, rules: [...this.#guidance.rules, ...texts] };
  }

  /** Does not throw: without its rules, a turn goes on. */
  async touched(files: readonly string[]): Promise<void> {
    const { equipment, session, notice, report } = this.#ports;
    const fresh = files.filter((file) => !this.#touched.has(file));
    for (const file of fresh) this.#touched.add(file);
    if (fresh.length === 0) return;
    try {
      const found = await equipment.rulesFor(session, fresh);
      const added = found.filter((rule) => !this.#guidance.rules.some((known) => isSame(known, rule)));
      if (added.length === 0) return;
      this.add(added);
      notice(added.map(sentenceOf).join(' '));
    } catch (error) {
      report(`The rules for files could not be read for ${session}`, error);
    }
  }
}

function isSame(one: Rule, other: Rule): boolean {
  return one.name === other.name && one.text === other.text;
}

function sentenceOf({ name, files = [] }: Rule): string {
  return `The rule "${name}" applies to ${files.join(', ')}.`;
}
