import { pathToFileURL } from 'node:url';
import type { Clock, Scheduler } from '@loggia/kernel';
import {
  callLocationsMark,
  keptContentUri,
  planMark,
  planText,
  type ConfirmationOption,
  type FileEdit,
  type ToolContent,
  type ToolResult,
} from '@loggia/protocol';
import type { OpenedTerminal } from '../equipment.ts';
import type { Files } from '../files.ts';
import type {
  HarnessEvent,
  OwnCall,
  OwnCallContent,
  PermissionOption,
  PlanStep,
  SpeakingView,
} from '../harness.ts';
import { findCall } from '../rules/chat-rules.ts';
import type { ActiveTurn } from './active-turn.ts';
import { confirmationTitle } from './confirmations.ts';

/** In characters: the text of one part that the chat keeps, and one side of a change. */
const longestText = 100_000;
const longestSide = 1_000_000;
/** Between two updates of the content of a running call; its end always has all of it. */
const updateMs = 1_000;
/** How much of a program's output the chat keeps, in characters. */
const longestPreview = 8_000;

export interface OwnCallPorts {
  readonly turn: ActiveTurn;
  readonly files: Pick<Files, 'keep'>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** The View whose message started the turn, if any. */
  readonly view: SpeakingView | undefined;
  newId(): string;
  /** Called before a new call: the agent's next words stand below it. */
  interrupt(): void;
  report(problem: string, error: unknown): void;
}

/** The chat shows a plan as a call, too. */
interface ShownCall extends OwnCall {
  readonly plan?: readonly PlanStep[];
}

interface Shown {
  readonly ref: { readonly turnId: string; readonly toolCallId: string };
  call: ShownCall;
  contentShownAt: number;
  /** Its content has changed since it was shown. */
  isBehind: boolean;
  /** Keeping the sides of a change takes a while; what comes later waits for it. */
  work: Promise<void>;
}

/** No agent's own id for a call. */
const planId = 'loggia:plan';

/** The calls that an agent runs itself, and its plan. The chat shows what the agent says about them. */
export class OwnCalls {
  readonly #ports: OwnCallPorts;
  readonly #shown = new Map<string, Shown>();
  readonly #terminals = new Map<string, { readonly terminal: OpenedTerminal; readonly hasEnded: boolean }>();
  /** The inputs of calls that the user agreed to. */
  readonly #agreed = new Set<string>();

  constructor(ports: OwnCallPorts) {
    this.#ports = ports;
  }

  take(event: Extract<HarnessEvent, { kind: 'call' | 'plan' }>): void {
    if (event.kind === 'call') return this.show(event.call);
    // Agents clear a plan that they never had.
    if (event.steps.length > 0 || this.#shown.has(planId)) this.show(planCall(event.steps, 'running'));
  }

  show(call: ShownCall): void {
    const known = this.#shown.get(call.id);
    const shown = known ?? this.#start(call);
    if (known && isToldOtherwise(known.call, call) && this.#statusOf(known) === 'running')
      this.#ready(known, call);
    shown.call = call;
    if (call.status !== 'running') return this.#later(shown, () => this.#end(shown, call));
    return call.content?.length ? this.#update(shown) : undefined;
  }

  /** The calls whose content has the terminal. */
  showing(terminal: string): readonly string[] {
    return [...this.#shown.values()].flatMap(({ call }) =>
      call.content?.some((part) => part.kind === 'terminal' && part.resource === terminal) ? [call.id] : [],
    );
  }

  /** A terminal that calls may show. */
  learn(terminal: OpenedTerminal): void {
    const { resource, exited } = terminal;
    this.#terminals.set(resource, { terminal, hasEnded: false });
    void exited.then(() => this.#terminals.set(resource, { terminal, hasEnded: true }));
  }

  /** Whether the user has agreed to a call with one of these texts in its input. Each agreement counts once. */
  takeYes(texts: readonly string[]): boolean {
    const found = [...this.#agreed].find((input) => texts.some((text) => hasText(input, text)));
    return found !== undefined && this.#agreed.delete(found);
  }

  /** The newest call that runs with one of these texts in its input. */
  runningWith(texts: readonly string[]): OwnCall | undefined {
    return [...this.#shown.values()].findLast(
      (shown) => texts.some((text) => hasText(shown.call.input, text)) && this.#statusOf(shown) === 'running',
    )?.call;
  }

  /** The agent has ended. Resolves when everything that it has said about its calls is shown. */
  async settled(): Promise<void> {
    const { plan } = this.#shown.get(planId)?.call ?? {};
    if (plan) this.show(planCall(plan, 'done'));
    await Promise.all(Array.from(this.#shown.values(), ({ work }) => work));
  }

  /** Undefined if `signal` withdraws the question. Rejects if the turn ends first. */
  async ask(
    call: OwnCall,
    options: readonly PermissionOption[],
    { what = call.title, signal }: { readonly what?: string; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<string | undefined> {
    const { turn, view } = this.#ports;
    this.show(call);
    const shown = this.#shown.get(call.id);
    if (!shown || signal?.aborted) return undefined;
    const items = await turn.within(this.#editsOf(call));
    turn.append({
      type: 'chat/toolCallReady',
      ...shown.ref,
      ...describedBy(call),
      confirmationTitle: confirmationTitle(what, undefined, { view }),
      options: optionsShown(options, view),
      ...(items.length > 0 && { edits: { items } }),
    });
    const withdraw = (): void => {
      const { ref } = shown;
      turn.append({ type: 'chat/toolCallConfirmed', ...ref, approved: false, reason: 'skipped' });
    };
    signal?.addEventListener('abort', withdraw, { once: true });
    if (signal?.aborted) withdraw();
    const answered = turn.wait((state) => {
      const now = findCall(state, shown.ref);
      if (now?.status === 'running') return { id: now.selectedOption?.id ?? usual(options, 'allow') };
      if (now?.status === 'cancelled') return { id: now.selectedOption?.id ?? usual(options, 'deny') };
      return now?.status === 'completed' ? { id: undefined } : undefined;
    });
    try {
      const { id } = await answered;
      return signal?.aborted ? undefined : id;
    } finally {
      signal?.removeEventListener('abort', withdraw);
    }
  }

  /** Asks, and remembers what the user agreed to. */
  async askPermission(
    call: OwnCall,
    options: readonly PermissionOption[],
    signal?: AbortSignal,
  ): Promise<string | undefined> {
    const id = await this.ask(call, options, { signal });
    const isAllowed = options.find((option) => option.id === id)?.kind.startsWith('allow') === true;
    if (isAllowed && call.input !== undefined) this.#agreed.add(call.input);
    return id;
  }

  #start(call: ShownCall): Shown {
    const { turn, newId, interrupt } = this.#ports;
    interrupt();
    const ref = { turnId: turn.id, toolCallId: newId() };
    const shown = { ref, call, contentShownAt: -updateMs, isBehind: false, work: Promise.resolve() };
    this.#shown.set(call.id, shown);
    turn.append({ type: 'chat/toolCallStart', ...ref, toolName: call.name, displayName: call.title });
    this.#ready(shown, call);
    return shown;
  }

  #ready({ ref }: Shown, call: ShownCall): void {
    this.#ports.turn.append({
      type: 'chat/toolCallReady',
      ...ref,
      ...describedBy(call),
      confirmed: 'not-needed',
    });
  }

  #statusOf({ ref }: Shown): string | undefined {
    return findCall(this.#ports.turn.state, ref)?.status;
  }

  #later(shown: Shown, work: () => Promise<void>): void {
    shown.work = shown.work
      .then(work)
      .catch((error: unknown) => this.#ports.report("A call of an agent's own could not be shown", error));
  }

  /** Shows the content now, or when enough time has passed since the last time. */
  #update(shown: Shown): void {
    if (shown.isBehind) return;
    const { clock, scheduler } = this.#ports;
    const wait = shown.contentShownAt + updateMs - clock.now();
    const show = (): void => {
      shown.isBehind = false;
      shown.contentShownAt = clock.now();
      if (shown.call.status === 'running') this.#later(shown, () => this.#showContent(shown, shown.call));
    };
    if (wait <= 0) return show();
    shown.isBehind = true;
    scheduler.after(wait, show);
  }

  async #showContent(shown: Shown, call: ShownCall): Promise<void> {
    const content = await this.#contentOf(call);
    this.#ports.turn.append({ type: 'chat/toolCallContentChanged', ...shown.ref, content });
  }

  async #end({ ref }: Shown, call: ShownCall): Promise<void> {
    const content = await this.#contentOf(call);
    const success = call.status === 'done';
    const result: ToolResult = {
      success,
      pastTenseMessage: call.title,
      ...(content.length > 0 && { content }),
      ...(!success && { error: { message: textIn(call) || 'The agent says that this failed.' } }),
    };
    this.#ports.turn.append({ type: 'chat/toolCallComplete', ...ref, ...marksOf(call), result });
  }

  #contentOf({ content = [] }: OwnCall): Promise<ToolContent[]> {
    return Promise.all(content.map((part) => this.#partOf(part)));
  }

  async #editsOf({ content = [] }: OwnCall): Promise<FileEdit[]> {
    const diffs = content.filter(({ kind }) => kind === 'diff');
    const parts = await Promise.all(diffs.map((part) => this.#partOf(part)));
    return parts.flatMap((part) => {
      if (part.type !== 'fileEdit') return [];
      const { type: _type, ...edit } = part;
      return [edit];
    });
  }

  async #partOf(part: OwnCallContent): Promise<ToolContent> {
    switch (part.kind) {
      case 'text':
        return { type: 'text', text: within(part.text, longestText) };
      case 'media':
        return { type: 'embeddedResource', ...part.media };
      case 'terminal':
        return this.#terminalPart(part);
      case 'diff': {
        const { path, before, after } = part;
        if (Math.max(before?.length ?? 0, after.length) > longestSide)
          return { type: 'text', text: `The change of ${path} is too long to be shown.` };
        try {
          const [old, fresh] = await Promise.all([
            before === undefined ? undefined : this.#side(path, before),
            this.#side(path, after),
          ]);
          return { type: 'fileEdit', ...(old && { before: old }), after: fresh };
        } catch (error) {
          this.#ports.report(`The change of ${path} could not be kept`, error);
          return { type: 'text', text: `The change of ${path} could not be kept, so it can't be shown.` };
        }
      }
    }
  }

  async #terminalPart({
    resource,
    title,
  }: Extract<OwnCallContent, { kind: 'terminal' }>): Promise<ToolContent> {
    const known = this.#terminals.get(resource);
    if (!known) return { type: 'text', text: 'The terminal of this program is gone.' };
    const shown = { type: 'terminal' as const, resource, title: within(title, 200), isPty: true };
    if (!known.hasEnded) return shown;
    const { output, exitCode } = await known.terminal.read();
    const preview = output.slice(-longestPreview);
    return {
      ...shown,
      result: {
        ...(exitCode !== undefined && { exitCode }),
        preview,
        ...(preview !== output && { truncated: true }),
      },
    };
  }

  async #side(path: string, text: string): Promise<NonNullable<FileEdit['after']>> {
    const bytes = Buffer.from(text);
    const { hash, size } = await this.#ports.files.keep(bytes);
    return { uri: pathToFileURL(path).href, content: { uri: keptContentUri(hash), sizeHint: size } };
  }
}

interface Description {
  invocationMessage: string;
  toolInput?: string;
  _meta?: Record<string, unknown>;
}

function planCall(plan: readonly PlanStep[], status: 'running' | 'done'): ShownCall {
  const content = plan.length === 0 ? [] : [{ kind: 'text' as const, text: planText(plan) }];
  return { id: planId, name: 'plan', title: 'Plan', status, plan, content };
}

function describedBy(call: ShownCall): Description {
  const { title, input } = call;
  return {
    invocationMessage: title,
    ...(input !== undefined && { toolInput: within(input, longestText) }),
    ...marksOf(call),
  };
}

function marksOf({ locations = [], plan }: ShownCall): Pick<Description, '_meta'> {
  if (locations.length === 0 && !plan) return {};
  const places = locations.map(({ path, ...rest }) => ({ uri: pathToFileURL(path).href, ...rest }));
  return {
    _meta: { ...(places.length > 0 && callLocationsMark(places)), ...(plan && planMark(plan)) },
  };
}

/** Whether the input, which is JSON, has the text as one of its values. */
function hasText(input: string | undefined, text: string): boolean {
  const isIn = (value: unknown): boolean =>
    value === text || (typeof value === 'object' && value !== null && Object.values(value).some(isIn));
  try {
    return input !== undefined && isIn(JSON.parse(input));
  } catch {
    return false;
  }
}

function isToldOtherwise(before: ShownCall, now: ShownCall): boolean {
  const facts = ({ title, input, locations, plan }: ShownCall): string =>
    JSON.stringify([title, input, locations, plan]);
  return facts(before) !== facts(now);
}

function textIn({ content = [] }: OwnCall): string {
  const texts = content.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  return within(texts.join('\n').trim(), 2_000);
}

function within(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text.slice(0, most)}\n… cut after ${most} of ${text.length} characters.`;
}

const groups = { 'allow-once': 1, 'allow-always': 2, 'deny-once': 3, 'deny-always': 3 } as const;

/** An answer in a turn that a View started must not cover later turns. */
function optionsShown(
  options: readonly PermissionOption[],
  view: SpeakingView | undefined,
): ConfirmationOption[] {
  const offered = view ? options.filter(({ kind }) => kind !== 'allow-always') : options;
  return offered.map(({ id, label, kind }) => ({
    id,
    label,
    kind: kind.startsWith('allow') ? 'approve' : 'deny',
    group: groups[kind],
  }));
}

/** The option that says no more than the user did, who only agreed or denied. */
function usual(options: readonly PermissionOption[], said: 'allow' | 'deny'): string | undefined {
  return options.find(({ kind }) => kind === `${said}-once`)?.id;
}
