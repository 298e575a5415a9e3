import type {
  WorkspaceContents,
  Form,
  FormAnswer,
  FormValue,
  Guidance,
  Harness,
  HarnessMessage,
  HarnessTool,
  HarnessTurn,
  PastPart,
  PastTurn,
  ToolOutcome,
  ToolRequest,
} from '@loggia/sessions/harness';

export interface TurnScript {
  readonly tools?: readonly HarnessTool[];
  readonly desk?: WorkspaceContents;
  readonly message: string | HarnessMessage;
  readonly resumes?: readonly PastPart[];
  readonly guidance?: Partial<Guidance>;
  readonly history?: readonly PastTurn[];
  /** The messages that come in while the turn runs, one at a time. */
  readonly steering?: readonly string[];
  /** The answers to forms, in order; forms beyond them are declined. */
  readonly answers?: readonly (Readonly<Record<string, FormValue>> | 'declined')[];
  outcome?(request: ToolRequest): ToolOutcome;
}

export interface Played {
  /** Everything that was said. */
  readonly text: string;
  readonly calls: readonly ToolRequest[];
  /** The arguments of the calls. */
  readonly inputs: readonly unknown[];
  readonly forms: readonly Form[];
}

/** The operator uses neither. */
const nothingKept = {
  folders: () => Promise.resolve([]),
  read: () => Promise.resolve(''),
  write: () => Promise.resolve(),
  keep: () => undefined,
};

/** Runs one turn to its end, with a user who has made up their mind beforehand. */
export async function play(harness: Harness, script: TurnScript): Promise<Played> {
  const calls: ToolRequest[] = [];
  const forms: Form[] = [];
  const steering = [...(script.steering ?? [])];
  const answers = [...(script.answers ?? [])];
  const turn: HarnessTurn = {
    session: 'ahp-session:/s',
    chat: 'ahp-chat:/c',
    id: 'turn',
    message: typeof script.message === 'string' ? { text: script.message } : script.message,
    resumes: script.resumes && { soFar: said(script.resumes), parts: script.resumes },
    signal: new AbortController().signal,
    history: () => script.history ?? [],
    recall: () => ({ turns: script.history ?? [], parts: script.resumes ?? [] }),
    guidance: () => ({ persona: undefined, invoked: undefined, skills: [], rules: [], ...script.guidance }),
    token: () => Promise.resolve(undefined),
    tools: () => script.tools ?? [],
    onToolsChanged: () => undefined,
    desk: () => Promise.resolve(script.desk),
    files: nothingKept,
    memory: nothingKept,
    announcements: { title: () => undefined, commands: () => undefined, options: () => undefined },
    chosenOptions: () => ({}),
    askPermission: () => Promise.resolve(undefined),
    takeSteering: () => {
      const next = steering.shift();
      return next === undefined ? undefined : { text: next };
    },
    ask: (form) => {
      forms.push(form);
      return Promise.resolve(answerTo(answers.shift()));
    },
    callTool: (request) => {
      calls.push(request);
      return Promise.resolve(script.outcome?.(request) ?? { kind: 'done', text: `${request.name} is done` });
    },
  };
  let text = '';
  for await (const event of harness.run(turn)) if (event.kind === 'text') text += event.text;
  const inputs = calls.map(({ input }) =>
    typeof input === 'string' ? (JSON.parse(input) as unknown) : input,
  );
  return { text, calls, inputs, forms };
}

function answerTo(values: Readonly<Record<string, FormValue>> | 'declined' | undefined): FormAnswer {
  return values === undefined || values === 'declined' ? { kind: 'declined' } : { kind: 'accepted', values };
}

function said(parts: readonly PastPart[]): string {
  return parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n\n');
}
