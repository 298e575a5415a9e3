import { initialAnswer } from '@loggia/client';
import type {
  ChatInputAnswer,
  ChatInputAnswers,
  ChatInputQuestion,
  ChatInputRequest,
} from '@loggia/protocol';
import { printable } from '../../../output/printable.ts';
import { browserCommand, hasBrowser } from '../../../sign-in/open-browser.ts';
import type { Terminal } from '../../../terminal/terminal.ts';
import type { World } from '../../../world.ts';
import type { Report } from '../report.ts';
import { readAnswer } from './read-answer.ts';
import { promptFor, questionLines } from './question-lines.ts';

export type FormReply =
  | { readonly kind: 'answered'; readonly response: 'accept'; readonly answers: ChatInputAnswers }
  | { readonly kind: 'answered'; readonly response: 'decline' }
  | { readonly kind: 'withdrawn' }
  | { readonly kind: 'interrupted' };

interface Asking {
  readonly terminal: Terminal;
  readonly report: Report;
  readonly world: World;
  readonly signal: AbortSignal;
}

const declined: FormReply = { kind: 'answered', response: 'decline' };

/** Question by question. Ctrl-D and `:decline` decline the whole form. */
export async function askForm(request: ChatInputRequest, asking: Asking): Promise<FormReply> {
  const { report } = asking;
  const { questions = [], message, url } = request;
  if (message !== undefined) report.line(report.style.strong(`? ${printable(message)}`));
  if (url !== undefined) {
    const visited = await askToVisit(url, asking);
    if (visited !== 'agreed') return visited;
  }
  if (questions.length > 0)
    report.line(report.style.faint('  :skip leaves a question out, :decline all of them'));
  const answers: Record<string, ChatInputAnswer> = {};
  for (const question of questions) {
    const isSaid = questions.length === 1 && question.message === message;
    const answer = await askQuestion(question, { ...asking, answers: request.answers, isSaid });
    if ('kind' in answer) return answer;
    answers[question.id] = answer;
  }
  return { kind: 'answered', response: 'accept', answers };
}

async function askQuestion(
  question: ChatInputQuestion,
  {
    terminal,
    report,
    signal,
    answers,
    isSaid,
  }: Asking & {
    readonly answers: ChatInputAnswers | undefined;
    /** Its text stands above it already. */
    readonly isSaid: boolean;
  },
): Promise<ChatInputAnswer | FormReply> {
  const filled = initialAnswer(question, answers);
  const [head = '', ...rest] = questionLines(question);
  // Agents that ask one thing say it twice: as the form and as its question.
  const lines = isSaid ? rest : [head, ...rest];
  for (const line of lines) report.line(line);
  for (;;) {
    const reply = await terminal.ask({ text: promptFor(question, filled), takes: 'answer', signal });
    if (reply.kind === 'ended') return declined;
    if (reply.kind !== 'line') return reply;
    const word = reply.text.trim();
    if (word === ':decline') return declined;
    if (word === '' && filled !== undefined) return { state: 'submitted', value: filled };
    if (word === '' || word === ':skip') {
      if (question.required !== true) return { state: 'skipped' };
      report.say('This one needs an answer; :decline declines the whole form.');
      continue;
    }
    const read = readAnswer(question, reply.text);
    if (read.kind === 'value') return { state: 'submitted', value: read.value };
    report.say(read.problem);
  }
}

/** Agreeing means having gone there: the host can't see what happens at the address. */
async function askToVisit(
  url: string,
  { terminal, report, world, signal }: Asking,
): Promise<'agreed' | FormReply> {
  const isWeb = /^https?:\/\//i.test(url) && URL.canParse(url);
  report.say(url);
  if (!isWeb) {
    report.say('This is not a web address, so it can’t be opened.');
    return declined;
  }
  const opens = hasBrowser(world);
  const question = opens ? 'Open it in a browser? [y/N] ' : 'Open it in a browser, then enter y. [y/N] ';
  const reply = await terminal.ask({ text: question, takes: 'answer', signal });
  if (reply.kind === 'ended') return declined;
  if (reply.kind !== 'line') return reply;
  if (!/^y(es)?$/i.test(reply.text.trim())) return declined;
  if (opens) {
    const [command, ...args] = browserCommand(world.platform, url);
    if (!(await world.launch(command, args)))
      report.say('No browser could be opened. Go to the address yourself.');
  }
  return 'agreed';
}
