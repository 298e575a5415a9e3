import type { ListedArtifact, HarnessEvent, HarnessTurn } from '@loggia/sessions/harness';
import { listTools } from '../speech/listing.ts';
import { toArtifact, toPlace } from '../speech/links.ts';
import { useTool } from '../requests/use-tool.ts';
import { pickTool } from '../requests/pick-tool.ts';
import { readArguments } from '../reading/read-arguments.ts';
import { parametersOf } from '../schema/parameters.ts';
import type { Act } from './act.ts';
import { askWhat, askWhich } from './ask.ts';
import { linkedIn } from './linked.ts';
import { understand } from './understand.ts';
import { changeDesk } from './change-desk.ts';
import { callOn } from './frames-make.ts';
import { Heard, type Situation } from './heard.ts';
import { artifactParameter, toolsFor } from './owner-tools.ts';
import { findByWords, readArtifact, tellChanges } from './look-up.ts';
import { tellCollection, tellDecline, tellReferral, tellGreeting, tellHelp, tellList } from './tell.ts';

export interface Performance {
  readonly turn: HarnessTurn;
  readonly situation: Situation;
  /** The user's message. */
  readonly text: string;
}

/** Whether it came to its end. */
export type Ending = 'stopped' | undefined;

/** Does what was understood, and says what came of it. */
export async function* perform(act: Act, performance: Performance): AsyncGenerator<HarnessEvent, Ending> {
  const { turn, situation, text } = performance;
  const { desk, tools, phrases } = situation;
  switch (act.kind) {
    case 'help':
      return yield* say(tellHelp(situation));
    case 'leave':
      return yield* say(phrases.leftAlone);
    case 'steps':
      return yield* performInTurn(act, performance);
    case 'greet':
      return yield* say(tellGreeting(text, situation));
    case 'referral':
      return yield* say(tellReferral(act, phrases));
    case 'list':
      return yield* say(act.what === 'tools' ? listTools(tools, '', phrases) : tellList(act, situation));
    case 'list-collection':
      return yield* say(tellCollection(act, situation));
    case 'open':
      return yield* openArtifact(act.artifact, performance);
    case 'open-session':
      return yield* say(`${phrases.hereItIs} ${toPlace(act.session.title, 'session', act.session.id)}`);
    case 'read':
      return yield* readArtifact(act, performance);
    case 'find':
      return yield* findByWords(act, performance);
    case 'changed':
      return yield* tellChanges(act, performance);
    case 'no':
      return yield* say(tellDecline(situation, { because: act.because }));
    case 'decline':
      return yield* say(tellDecline(situation, { about: act.about }));
    case 'which': {
      const chosen = await askWhich(turn, act, phrases);
      return chosen ? yield* perform(chosen, performance) : yield* stop(phrases.canceled);
    }
    case 'what': {
      const written = await askWhat(turn, act);
      return written ? yield* perform(act.next(written), performance) : yield* stop(phrases.canceled);
    }
    case 'which-tool':
      return yield* chooseTool(act.tools, performance);
    case 'call':
      return yield* useTool(turn, act.tool, readingOf(act), {
        picked: act.inOwnWords ? 'by-words' : 'by-guess',
        desk,
        phrases,
        sentence: text,
        ...(act.shows && { shows: act.shows }),
        ...(act.about && { about: act.about }),
      });
    default:
      return yield* changeDesk(act, performance);
  }
}

/** Its card; and where whoever answers for its type can show it in a conversation, the View itself. */
async function* openArtifact(
  artifact: ListedArtifact,
  { turn, situation }: Performance,
): AsyncGenerator<HarnessEvent, undefined> {
  const { desk, tools, phrases } = situation;
  const shower = toolsFor(desk, artifact, tools).find(
    (tool) =>
      tool.readOnly === true &&
      tool.hasView &&
      parametersOf(tool.inputSchema).filter(({ required }) => required).length === 1,
  );
  const parameter = shower && artifactParameter(shower);
  if (shower && parameter) {
    await turn.callTool({
      name: shower.name,
      input: JSON.stringify({ [parameter.name]: artifact.id }),
      says: phrases.opening(artifact.title),
    });
  }
  yield* say(shower ? `- ${toArtifact(artifact)}` : `${phrases.hereItIs}\n\n- ${toArtifact(artifact)}`);
}

function readingOf({ tool, values, problems = new Map() }: Extract<Act, { readonly kind: 'call' }>) {
  return { parameters: parametersOf(tool.inputSchema), values, problems, leftovers: new Set<string>() };
}

async function* chooseTool(
  tools: Extract<Act, { readonly kind: 'which-tool' }>['tools'],
  performance: Performance,
): AsyncGenerator<HarnessEvent, Ending> {
  const { turn, situation, text } = performance;
  const { phrases } = situation;
  const question = tools.length === 1 ? phrases.isThisMeant : phrases.severalMeant;
  const tool = await pickTool(turn, question, tools, phrases);
  if (!tool) return yield* stop(phrases.canceled);
  const heard = new Heard(text, situation);
  const [about] = heard.artifacts;
  const isOnArtifact = about !== undefined && artifactParameter(tool) !== undefined;
  const { values, problems } = readArguments(tool, { text });
  const act: Act = isOnArtifact
    ? callOn(heard, about.item, tool, { kind: 'nothing' }, { inOwnWords: true })
    : { kind: 'call', tool, values, problems, inOwnWords: true };
  return yield* perform(act, performance);
}

/**
 * Performs one request after the other. A request may be about something that the one before it creates or changes, so
 * each is interpreted again when its turn comes. One that doesn't finish ends them all.
 */
async function* performInTurn(
  { requests }: Extract<Act, { readonly kind: 'steps' }>,
  performance: Performance,
): AsyncGenerator<HarnessEvent, Ending> {
  const { turn, situation } = performance;
  let { desk, attached, selected } = situation;
  for (const request of requests) {
    let said = '';
    const current: Situation = { ...situation, desk, attached, selected };
    const act = understand(request, current);
    // The following requests are about the new one.
    if (act.kind === 'create') selected = [];
    const events = perform(act, { ...performance, situation: current });
    let next = await events.next();
    while (next.done !== true) {
      if (next.value.kind === 'text') said += next.value.text;
      yield next.value;
      next = await events.next();
    }
    if (next.value === 'stopped') return 'stopped';
    desk = (await turn.desk()) ?? desk;
    const linked = linkedIn(said, desk);
    if (linked.length === 1) attached = linked;
  }
  return undefined;
}

function* stop(text: string): Generator<HarnessEvent, Ending> {
  yield* say(text);
  return 'stopped';
}

function* say(text: string): Generator<HarnessEvent, undefined> {
  yield { kind: 'text', text: `${text}\n\n` };
  return undefined;
}
