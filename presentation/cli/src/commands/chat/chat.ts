import type { Message } from '@loggia/protocol';
import { defineCommand } from '../../command-line/command.ts';
import type { Given } from '../../command-line/command.ts';
import { wrongUsage, type Outcome } from '../../failure.ts';
import { failureOf } from '../../host/failures.ts';
import type { World } from '../../world.ts';
import { findSession, lastSession } from '../sessions/all-sessions.ts';
import { visitHost, type Visit } from '../visit.ts';
import { converse } from './converse.ts';
import { openConversation, startConversation, type Conversation } from './conversation.ts';
import type { Policy } from './inputs/pending-inputs.ts';
import { reportFor, type Report } from './report.ts';
import { speak } from './speak.ts';

const options = {
  session: {
    kind: 'text',
    value: 'ID',
    says: 'Continue this session: its URI, or part of its id',
    example: '--session 3f2a91c0',
  },
  continue: { kind: 'switch', says: 'Continue the most recent session' },
  agent: {
    kind: 'text',
    value: 'PROVIDER',
    says: 'Agent of a new session',
    example: '--agent operator',
  },
  model: { kind: 'text', value: 'ID', says: 'Model to use', example: '--model gpt-5' },
  cwd: {
    kind: 'text',
    value: 'DIR',
    says: 'Working directory of a new session (default: here)',
    example: '--cwd ./project',
  },
  yes: { kind: 'switch', says: 'Let every tool run without asking' },
  'no-input': { kind: 'switch', says: 'Never prompt: deny confirmations and decline questions' },
  quiet: { kind: 'switch', says: 'Print only the agent’s answer' },
} as const;

export const chat = defineCommand({
  path: ['chat'],
  says: 'Talk to an agent: one message, or a conversation.',
  takes: ['[MESSAGE…]'],
  options,
  more: `With a message, or with one on standard input, it is sent, the reply is printed, and that is all. With both, what is on standard input is attached. Without either it is a conversation: Ctrl-C cancels what is running, Ctrl-D leaves, and :help shows the rest.

The reply goes to standard output; thoughts, tools and questions go to standard error. Where there is no terminal, nothing is asked, as with --no-input; what the agent needed to know then makes it end with 1. With --json, each event is a document on a line of its own.

A folder of a session is not trusted for that: what it declares runs only after "loggia trust add".`,
  examples: [
    ['loggia chat', 'A conversation'],
    ['loggia chat --continue "And what else?"', 'One more message in the last session'],
    ['loggia chat Review this --no-input < changes.diff', 'In a script'],
  ],
  async run(given, world) {
    const reader = given.json ? 'programs' : given.options.quiet ? 'hurried people' : 'people';
    const report = reportFor(world, reader);
    try {
      checkOptions(given.options);
      const policy = policyFor(given.options, world);
      const message = await messageIn(given, world);
      if (given.options.yes)
        report.say('Warning: every tool that the agent asks for runs without asking (--yes).');
      return await visitHost(given, world, (visit) => talk(given, visit, report, policy, message), 'long');
    } catch (error) {
      const failure = failureOf(error, world.interrupted);
      if (!given.json || failure === undefined || failure.outcome === 'wrongUsage') throw error;
      report.tell({ type: 'error', message: failure.message });
      report.say(`loggia: ${failure.message}`);
      return failure.outcome;
    }
  },
});

type Options = Given<typeof options>['options'];

async function talk(
  given: Given<typeof options>,
  visit: Visit,
  report: Report,
  policy: Policy,
  message: { readonly text: string; readonly attached?: string } | undefined,
): Promise<Outcome> {
  const { world, link } = visit;
  const { agent, cwd, model } = given.options;
  const existing = await existingSession(visit, given.options);
  const first = existing === undefined ? undefined : await openConversation(link, existing);
  const start = (): Promise<Conversation> => startConversation(link, world, { agent, directory: cwd });
  const messageOf = (text: string, attached?: string): Message => ({
    text,
    origin: { kind: 'user' },
    ...(model !== undefined && { model: { id: model } }),
    ...(attached !== undefined && {
      attachments: [{ type: 'simple', label: 'standard input', modelRepresentation: attached }],
    }),
  });
  if (message === undefined) {
    if (world.terminal === undefined) throw nothingToSay();
    return converse({ visit, terminal: world.terminal, report, policy, first, start, messageOf });
  }
  const conversation = first ?? (await start());
  try {
    return await speak({ visit, conversation, report, policy }, messageOf(message.text, message.attached));
  } finally {
    conversation.dispose();
  }
}

function checkOptions({ session, continue: goesOn, agent, cwd }: Options): void {
  if (session !== undefined && goesOn) throw wrongUsage('Give --session or --continue, not both.');
  if (session === undefined && !goesOn) return;
  if (agent !== undefined)
    throw wrongUsage('--agent is for new sessions. This session already has an agent.');
  if (cwd !== undefined) throw wrongUsage('--cwd is for new sessions. This session already has a folder.');
}

function policyFor({ yes, 'no-input': noInput }: Options, world: World): Policy {
  const isAlone = noInput || world.terminal === undefined;
  return {
    confirmations: yes ? 'approve' : isAlone ? 'decline' : 'ask',
    questions: isAlone ? 'decline' : 'ask',
  };
}

/** Undefined where there is to be a conversation. */
async function messageIn(
  { words, options: { 'no-input': noInput } }: Given<typeof options>,
  world: World,
): Promise<{ readonly text: string; readonly attached?: string } | undefined> {
  const said = words.join(' ').trim();
  const piped = world.terminal === undefined ? (await world.readInput()).trimEnd() : '';
  if (said !== '') return { text: said, ...(piped.trim() !== '' && { attached: piped }) };
  if (piped.trim() !== '') return { text: piped };
  if (world.terminal === undefined || noInput) throw nothingToSay();
  return undefined;
}

function nothingToSay() {
  return wrongUsage('There is no message. Write loggia chat MESSAGE, or run it in a terminal.');
}

async function existingSession({ link }: Visit, given: Options): Promise<string | undefined> {
  if (given.session !== undefined) return (await findSession(link, given.session)).resource;
  return given.continue ? (await lastSession(link)).resource : undefined;
}
