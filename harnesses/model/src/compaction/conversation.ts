import type { ModelMessage, TextPart, UserModelMessage } from 'ai';
import type { HarnessMessage, HarnessTurn, PastPart, Summary } from '@loggia/sessions/harness';
import { from } from '../messages/part-origins.ts';
import { PastMessages } from '../messages/past-messages.ts';
import { toolResults, type FinishedCall, type ToolSight } from '../messages/tool-results.ts';
import { SkillCatalog } from '../skill-catalog.ts';
import { userMessage } from '../messages/user-message.ts';
import { isCompactCommand } from './command.ts';

/** A part of the conversation that is either kept or summarized, but never split: results stay with their calls. */
interface Unit {
  readonly messages: readonly ModelMessage[];
}

interface EarlierTurn extends Unit {
  readonly id: string;
}

interface Step extends Unit {
  /** The number of its calls that the chat shows. */
  readonly calls: number;
  /** Not a step of the model, but a message that the user added. */
  readonly said?: UserModelMessage;
}

/** A place where the conversation can be cut: the turns and steps before it can be summarized. */
export interface Cut {
  readonly turns: number;
  readonly steps: number;
}

const broken = 'That broke off. Go on from where it ends, without repeating it.';

/** The messages of a turn as the model gets them: a summary, earlier turns, the user's message, the steps so far. */
export class Conversation {
  readonly #turn: string;
  readonly #sight: ToolSight;
  readonly #message: UserModelMessage;
  #summary: string | undefined;
  #told: TextPart | undefined;
  #earlier: EarlierTurn[];
  #steps: Step[];
  /** Messages that the user added during steps that are summarized by now. */
  #added: UserModelMessage[] = [];

  constructor(turn: HarnessTurn, sight: ToolSight) {
    const { summary, turns, parts } = turn.recall();
    const past = new PastMessages(sight);
    this.#turn = turn.id;
    this.#sight = sight;
    this.#tell(summary);
    this.#earlier = turns
      .filter(({ message, parts: done }) => done.length > 0 || !isCompactCommand(message))
      .map((one) => ({ id: one.id, messages: past.ofTurns([one]) }));
    const { invoked, skills } = turn.guidance();
    this.#message = userMessage(turn.message, sight, new SkillCatalog(skills).invoked(invoked));
    this.#steps = callByCall(parts).map(({ group, calls }) => ({ calls, messages: past.ofAnswer(group) }));
    if (this.#steps.length > 0) this.#add({ role: 'user', content: [{ type: 'text', text: broken }] });
  }

  /** The user's message, which `messages` has with more in it. */
  get asked(): UserModelMessage {
    return this.#message;
  }

  get messages(): readonly ModelMessage[] {
    const first = this.#earlier[0]?.messages ?? [this.#message];
    return [
      ...this.#withSummary(first),
      ...this.#earlier.slice(1).flatMap(({ messages }) => messages),
      ...(this.#earlier.length > 0 ? [this.#withAdded(this.#message)] : []),
      ...this.#steps.flatMap(({ messages }) => messages),
    ];
  }

  /** Whether there is anything before the user's message. */
  get isFirst(): boolean {
    return this.#summary === undefined && this.#earlier.length === 0;
  }

  /** The model's messages of a step, and the results of its calls; `shown` of them are in the chat. */
  addStep(messages: readonly ModelMessage[], finished: readonly FinishedCall[], shown: number): void {
    const results = finished.length > 0 ? toolResults(finished, this.#sight) : [];
    this.#steps.push({ messages: [...messages, ...results], calls: shown });
  }

  addMessage(message: HarnessMessage): void {
    this.#add(userMessage(message, this.#sight));
  }

  /** Before the user's message. */
  get beforeMessage(): Cut {
    return { turns: this.#earlier.length, steps: 0 };
  }

  /**
   * The first cut, but not the very first, after which `fits` is true of the rest without the user's message. The last
   * step always stays: the model hasn't seen its results. Undefined if nothing can be cut off.
   */
  cutFor(fits: (rest: readonly ModelMessage[]) => boolean): Cut | undefined {
    const last = this.#steps.findLastIndex(({ said }) => !said);
    const cuts: Cut[] = [
      ...this.#earlier.map((_, at) => ({ turns: at + 1, steps: 0 })),
      ...this.#steps.slice(0, Math.max(0, last)).map((_, at) => ({ ...this.beforeMessage, steps: at + 1 })),
    ];
    return cuts.find((cut) => fits(this.#after(cut).flatMap(({ messages }) => messages))) ?? cuts.at(-1);
  }

  /** The material for a summary of everything before the cut. */
  before({ turns, steps }: Cut): { readonly summary: string | undefined; readonly messages: ModelMessage[] } {
    const units: readonly Unit[] = [
      ...this.#earlier.slice(0, turns),
      ...(steps > 0 ? [{ messages: [this.#message] }, ...this.#steps.slice(0, steps)] : []),
    ];
    return { summary: this.#summary, messages: units.flatMap(({ messages }) => messages) };
  }

  /** Puts a summary in the place of everything before the cut, except for messages of this turn. */
  summarize(text: string, cut: Cut): Pick<Summary, 'keeps'> {
    this.drop(cut);
    this.#tell(text);
    const [first] = this.#earlier;
    if (first) return { keeps: { turn: first.id } };
    const calls = this.#steps.reduce((sum, step) => sum + step.calls, 0);
    return { keeps: { turn: this.#turn, ...(cut.steps > 0 && { calls }) } };
  }

  /** Leaves out everything before the cut. */
  drop({ turns, steps }: Cut): void {
    const gone = this.#steps.slice(0, steps);
    this.#earlier = this.#earlier.slice(turns);
    this.#steps = this.#steps.slice(steps);
    if (steps > 0) while (this.#steps[0]?.said) gone.push(...this.#steps.splice(0, 1));
    this.#added.push(...gone.flatMap(({ said }) => said ?? []));
  }

  /** Replaces messages, from the oldest on; `replace` returns undefined when no more need to be. */
  revise(replace: (message: ModelMessage, isLastStep: boolean) => ModelMessage | undefined): void {
    const last = this.#steps.findLast(({ said }) => !said);
    let isDone = false;
    const revised = <T extends Unit>(unit: T): T => ({
      ...unit,
      messages: unit.messages.map((message) => {
        const next = isDone ? undefined : replace(message, (unit as Unit) === last);
        isDone ||= next === undefined;
        return next ?? message;
      }),
    });
    this.#earlier = this.#earlier.map(revised);
    this.#steps = this.#steps.map(revised);
  }

  #after({ turns, steps }: Cut): readonly Unit[] {
    return [...this.#earlier.slice(turns), ...this.#steps.slice(steps)];
  }

  #add(message: UserModelMessage): void {
    this.#steps.push({ messages: [message], calls: 0, said: message });
  }

  #tell(summary: string | undefined): void {
    this.#summary = summary;
    if (summary === undefined) return;
    this.#told = from({ kind: 'history', label: 'Summary' }, textPart(told(summary)));
  }

  #withSummary(messages: readonly ModelMessage[]): readonly ModelMessage[] {
    const [first, ...rest] = messages;
    if (first?.role !== 'user') return messages;
    const whole = first === this.#message ? this.#withAdded(first) : first;
    if (!this.#told) return [whole, ...rest];
    return [{ role: 'user', content: [this.#told, ...contentOf(whole)] }, ...rest];
  }

  #withAdded(message: UserModelMessage): UserModelMessage {
    if (this.#added.length === 0) return message;
    const added = this.#added.flatMap((one) => [textPart('Added later:'), ...contentOf(one)]);
    return { role: 'user', content: [...contentOf(message), ...added] };
  }
}

function told(summary: string): string {
  return (
    '[The conversation before this was summarized to save space. The summary isn’t a message of the user: ' +
    `take it as a record of what was said and done.]\n\n${summary}\n\n[The conversation goes on here.]`
  );
}

function contentOf({ content }: UserModelMessage): Exclude<UserModelMessage['content'], string> {
  return typeof content === 'string' ? [textPart(content)] : content;
}

function textPart(text: string): TextPart {
  return { type: 'text', text };
}

/** An interrupted answer in pieces that each end with a call, so that it can be cut between them. */
function callByCall(parts: readonly PastPart[]): { readonly group: PastPart[]; readonly calls: number }[] {
  const groups: { group: PastPart[]; calls: number }[] = [];
  let open = false;
  for (const part of parts) {
    const calls = part.kind === 'tool' ? 1 : 0;
    const last = groups.at(-1);
    if (open && last) {
      last.group.push(part);
      last.calls += calls;
    } else groups.push({ group: [part], calls });
    open = calls === 0;
  }
  return groups;
}
