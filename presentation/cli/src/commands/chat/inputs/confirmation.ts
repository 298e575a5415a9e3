import type { ConfirmationOption, FileEdit, StateAction, ToolCallIn } from '@loggia/protocol';
import { printable, printableLine } from '../../../output/printable.ts';
import type { Reply, Terminal } from '../../../terminal/terminal.ts';
import { plainText } from '../../tool-call-words.ts';
import type { Report } from '../report.ts';
import { boundedLines, prettyInput } from './bounded-lines.ts';

export type Decision = Omit<
  Extract<StateAction, { type: 'chat/toolCallConfirmed' }>,
  'type' | 'turnId' | 'toolCallId'
>;

type Pending = ToolCallIn<'pending-confirmation'>;

/** The choices of the user, in the order shown. */
type Choice =
  | { readonly kind: 'approve' | 'deny'; readonly label: string; readonly option?: ConfirmationOption }
  | { readonly kind: 'edit'; readonly label: string }
  | { readonly kind: 'explain'; readonly label: string };

export const approval: Decision = { approved: true, confirmed: 'user-action' };
export const denial: Decision = { approved: false, reason: 'denied' };

interface Asking {
  readonly terminal: Terminal;
  readonly report: Report;
  readonly signal: AbortSignal;
  readonly owner: string | undefined;
}

/** A decision, or how the question ended without one. */
export async function askToConfirm(
  call: Pending,
  { terminal, report, signal, owner }: Asking,
): Promise<Decision | Exclude<Reply, { kind: 'line' }>> {
  for (const line of confirmationLines(call, owner)) report.line(line);
  const choices = choicesFor(call);
  for (const [index, { label }] of choices.entries()) report.line(`  ${index + 1}) ${printableLine(label)}`);
  const ask = (text: string): Promise<Reply> => terminal.ask({ text, takes: 'answer', signal });
  for (;;) {
    const reply = await ask(`Your choice [1-${choices.length}]: `);
    if (reply.kind !== 'line') return reply;
    const word = reply.text.trim();
    // Without an option, which may say more than yes.
    if (/^y(es)?$/i.test(word)) return approval;
    if (/^n(o)?$/i.test(word)) return denial;
    const choice = /^\d{1,3}$/.test(word) ? choices[Number(word) - 1] : undefined;
    if (choice === undefined) {
      report.say(`Enter a number from 1 to ${choices.length}.`);
      continue;
    }
    if (choice.kind === 'edit') {
      const edited = await editedInput(call, terminal, report, ask);
      if (typeof edited === 'string') return { ...approval, editedToolInput: edited };
      if (edited !== undefined) return edited;
      continue;
    }
    if (choice.kind === 'explain') {
      const why = await ask('Why not? ');
      if (why.kind !== 'line') return why;
      return { ...denial, ...(why.text.trim() !== '' && { reasonMessage: why.text.trim() }) };
    }
    const option = 'option' in choice ? choice.option : undefined;
    const decision = choice.kind === 'approve' ? approval : denial;
    return { ...decision, ...(option !== undefined && { selectedOptionId: option.id }) };
  }
}

function confirmationLines(call: Pending, owner: string | undefined): readonly string[] {
  const title = plainText(call.confirmationTitle ?? call.invocationMessage);
  const reason = call.riskAssessment?.['reason'];
  const { toolInput } = call;
  return [
    `? ${printable(title)}`,
    `  Tool: ${printableLine(call.toolName)}${owner === undefined ? '' : `, of ${printableLine(owner)}`}`,
    ...(typeof reason === 'string' ? [`  Risk: ${printableLine(reason)}`] : []),
    ...(call.edits?.items ?? []).map((edit) => `  ${editLine(edit)}`),
    ...(toolInput === undefined
      ? []
      : ['  Input:', ...boundedLines(prettyInput(toolInput)).map((line) => `    ${line}`)]),
  ];
}

function editLine({ before, after, diff }: FileEdit): string {
  const verb = before === undefined ? 'Creates' : after === undefined ? 'Removes' : 'Changes';
  const counts = diff && ` (+${diff.added ?? 0} −${diff.removed ?? 0})`;
  return printableLine(`${verb} ${pathOf((after ?? before)?.uri ?? '')}${counts ?? ''}`);
}

function pathOf(uri: string): string {
  try {
    return decodeURIComponent(new URL(uri).pathname) || uri;
  } catch {
    return uri;
  }
}

function choicesFor({ options = [], editable, toolInput }: Pending): readonly Choice[] {
  const given = (kind: 'approve' | 'deny', otherwise: string): readonly Choice[] => {
    // An unknown kind must not become a yes, so it isn't offered.
    const own = options.filter((option) => option.kind === kind);
    return own.length === 0
      ? [{ kind, label: otherwise }]
      : own.map((option) => ({ kind, label: option.label, option }));
  };
  return [
    ...given('approve', 'Allow'),
    ...(editable && typeof toolInput === 'string'
      ? [{ kind: 'edit' as const, label: 'Change the input, then allow' }]
      : []),
    ...given('deny', 'Deny'),
    { kind: 'explain', label: 'Deny, and say why' },
  ];
}

/** Undefined where the user has to choose again. */
async function editedInput(
  { toolInput }: Pending,
  terminal: Terminal,
  report: Report,
  ask: (text: string) => Promise<Reply>,
): Promise<string | Exclude<Reply, { kind: 'line' }> | undefined> {
  const before = prettyInput(toolInput ?? '');
  let text = await terminal.edit(before);
  if (text === undefined) {
    const reply = await ask('New input as JSON, on one line: ');
    if (reply.kind !== 'line') return reply;
    text = reply.text;
  }
  const edited = text.trim();
  if (isJson(edited)) return edited;
  report.say('Not valid JSON; nothing was sent. Choose again.');
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
