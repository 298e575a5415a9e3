import type { ListedArtifact, HarnessTool } from '@loggia/sessions/harness';
import { choose } from '../ranking/choose.ts';
import { rank } from '../ranking/rank.ts';
import { readArguments } from '../reading/read-arguments.ts';
import { isUsedAs } from '../language/lexicon.ts';
import { synonymsOf } from '../language/synonyms.ts';
import { inEnglish } from '../language/in-english.ts';
import { prepared, wantedIn } from '../language/prepare.ts';
import { bareName } from '../language/tool-names.ts';
import { contentStemsOf, wordsOf } from '../language/words.ts';
import type { Act } from './act.ts';
import { archive, commit, discard, publish, remove, rename, restore } from './frames-change.ts';
import {
  bare,
  changed,
  referrals,
  find,
  greet,
  help,
  inspect,
  leave,
  list,
  open,
  read,
  suppose,
  unselected,
} from './frames-look.ts';
import { add, create, operate } from './frames-make.ts';
import { query } from './frames-query.ts';
import { Heard, type Situation } from './heard.ts';
import { requestsIn } from './steps.ts';
import { artifactParameter, ownStems } from './owner-tools.ts';

/** The frames that work without a desk. */
const talk = [greet, help, referrals] as const;

/** In this order: what is said in plain verbs goes before what only could be meant. */
const frames = [
  greet,
  help,
  referrals,
  leave,
  suppose,
  unselected,
  rename,
  restore,
  archive,
  discard,
  operate,
  publish,
  remove,
  commit,
  query,
  create,
  add,
  changed,
  find,
  list,
  inspect,
  read,
  open,
  bare,
] as const;

/**
 * Interprets a message on this desk and with these tools. The same words always ask for the same. Several requests in
 * one message are several acts, as long as each of them is clear.
 */
export function understand(text: string, situation: Situation, attachedText?: string): Act {
  const small = greet(new Heard(text, situation));
  if (small) return small;
  const wanted = wantedIn(prepared(text));
  if (wanted.kind === 'nothing') return { kind: 'leave' };
  const requests = requestsIn(wanted.text);
  if (requests.length > 1) {
    const acts = inTurn(requests, situation);
    const [only, ...others] = acts ?? [];
    if (only && others.length === 0) return only;
    if (acts) return { kind: 'steps', acts, requests };
  }
  return understandOne(wanted.text, situation, attachedText);
}

/** Undefined where one of them isn't clear by itself. */
function inTurn(requests: readonly string[], situation: Situation): readonly Act[] | undefined {
  const acts: Act[] = [];
  let { selected, spokenOf, hasMovedOn = false } = situation;
  for (const request of requests) {
    const act = understandOne(request, { ...situation, selected, spokenOf, hasMovedOn });
    if (act.kind === 'decline' || act.kind === 'no') return undefined;
    const last = acts.at(-1);
    if (last?.kind === act.kind && isSame(subjectOf(last), subjectOf(act))) acts.pop();
    acts.push(act);
    // By then it will have been changed.
    spokenOf = subjectOf(act).map((artifact) => ({ ...artifact, state: 'draft' }));
    hasMovedOn = true;
    // The following requests are about the new one, which isn't on the desk yet.
    if (act.kind === 'create') selected = [];
  }
  return acts;
}

/** `I don't need it any more, delete it` says one thing twice. */
function isSame(one: readonly ListedArtifact[], other: readonly ListedArtifact[]): boolean {
  return one.length > 0 && one.length === other.length && one.every(({ id }, at) => id === other[at]?.id);
}

function subjectOf(act: Act): readonly ListedArtifact[] {
  if (act.kind === 'call') return act.about ? [act.about] : [];
  if ('artifact' in act) return act.artifact ? [act.artifact] : [];
  return 'artifacts' in act ? act.artifacts : [];
}

function understandOne(text: string, situation: Situation, attachedText?: string): Act {
  const heard = new Heard(text, situation);
  const foreign = situation.tools.filter(
    (tool) => tool.server !== situation.desk.tools && artifactParameter(tool) === undefined,
  );
  const called = foreign.find((tool) => isCalled(tool, text));
  if (called) return callOf(called, text, attachedText, true);
  const first = firstOf(situation.desk.tools === '' ? talk : frames, heard);
  if (first && !mayBeWeak.has(first.kind)) return first;
  const tool = toolFor(heard, foreign, text);
  if (first && !isWeak(first, heard, tool)) return first;
  if (tool?.kind === 'sure') return callOf(tool.tool, text, attachedText, tool.inOwnWords);
  if (first) return first;
  if (tool?.kind === 'unsure' && situation.attached.length === 0)
    return { kind: 'which-tool', tools: tool.tools };
  const [about] = situation.attached;
  return { kind: 'decline', ...(about && { about }) };
}

function firstOf(all: readonly ((heard: Heard) => Act | undefined)[], heard: Heard): Act | undefined {
  for (const frame of all) {
    const act = frame(heard);
    if (act) return act;
  }
  return undefined;
}

const mayBeWeak: ReadonlySet<Act['kind']> = new Set(['no', 'open', 'find', 'read', 'list']);

/** `run get-sum with …`, or its whole name at the beginning. */
function isCalled({ name }: HarnessTool, text: string): boolean {
  const own = wordsOf(bareName(name)).join(' ');
  const said = wordsOf(text).join(' ');
  const plain = said.replace(
    /^(?:please |can you |could you |bitte )*(?:run|use|call|execute|starte|nutze|verwende|fuehre)? ?(?:the )?(?:tool )?/u,
    '',
  );
  const isNamed = own !== '' && `${plain} `.startsWith(`${own} `);
  return isNamed && (own.includes(' ') || own.length >= 4);
}

type Found =
  | {
      readonly kind: 'sure';
      readonly tool: HarnessTool;
      readonly inOwnWords: boolean;
      readonly coverage: number;
    }
  | { readonly kind: 'unsure'; readonly tools: readonly HarnessTool[] };

/**
 * A tool of somebody else's that the words fit. A question never leads to one that says it writes, nor to one that it
 * has neither a word nor an argument for.
 */
function toolFor(heard: Heard, tools: readonly HarnessTool[], text: string): Found | undefined {
  const ranked = rank(inEnglish(text), tools);
  const decision = choose(ranked);
  if (decision.kind === 'nothing') return undefined;
  const isGrounded = (tool: HarnessTool) => {
    if (isInOwnWords(tool, text)) return true;
    const { values, leftovers } = readArguments(tool, { text });
    return [...values.keys()].some((name) => !leftovers.has(name));
  };
  const isAllowed = (tool: HarnessTool) =>
    isGrounded(tool) &&
    !(heard.isQuestion && (tool.readOnly === false || tool.destructive === true)) &&
    !asksForThought(heard, tool) &&
    !asksForAnother(heard, tool);
  if (decision.kind === 'sure') {
    const { tool } = decision;
    if (!isAllowed(tool)) return undefined;
    const { coverage = 0 } = ranked.find((one) => one.tool === tool) ?? {};
    // A tool that may write and isn't named is only worth a question if the sentence holds a value, such as a path.
    const isMadeFor = heard.tokens.some(({ kind }) => kind !== 'word' && kind !== 'mark');
    if (tool.readOnly !== true && !isInOwnWords(tool, text) && !isMadeFor) return undefined;
    return { kind: 'sure', tool, inOwnWords: isInOwnWords(tool, text), coverage };
  }
  const fitting = decision.tools.filter(
    (tool) => isAllowed(tool) && (tool.readOnly === true || isInOwnWords(tool, text)),
  );
  return fitting.length > 0 ? { kind: 'unsure', tools: fitting } : undefined;
}

/** Poems and opinions take a model, unless a tool says that it does just that. */
function asksForThought(heard: Heard, tool: HarnessTool): boolean {
  const wanted = heard.words.filter(({ uses }) => uses.has('think')).map(({ word }) => word);
  if (wanted.length === 0) return false;
  const own = new Set(contentStemsOf(`${bareName(tool.name)} ${tool.title ?? ''} ${tool.description ?? ''}`));
  return !wanted.some((word) => contentStemsOf(word).some((stem) => own.has(stem)) || own.has(word));
}

/** A deed that changes something has to be the tool's own: `did you delete the budget` isn't for one that shows budgets. */
function asksForAnother(heard: Heard, tool: HarnessTool): boolean {
  const own = new Set(contentStemsOf(`${bareName(tool.name)} ${tool.title ?? ''} ${tool.description ?? ''}`));
  return heard.words.some(
    ({ word }) =>
      (['delete', 'rename', 'commit', 'publish', 'archive'] as const).some((use) => isUsedAs(word, use)) &&
      !contentStemsOf(word).some(
        (stem) => own.has(stem) || [...synonymsOf(stem)].some((one) => own.has(one)),
      ),
  );
}

/** At least half of what the tool is called was said, and all of it where the tool says that it writes. */
function isInOwnWords(tool: HarnessTool, text: string): boolean {
  const own = contentStemsOf(bareName(tool.name));
  const said = new Set(contentStemsOf(inEnglish(text)));
  const named = own.filter((stem) => said.has(stem)).length;
  const titled = [...ownStems(tool)].filter((stem) => said.has(stem)).length;
  const saysItWrites = tool.destructive === true || tool.readOnly === false;
  return (
    own.length > 0 &&
    (named >= (saysItWrites ? own.length : own.length / 2) || (titled >= 2 && !saysItWrites))
  );
}

/** Whether a tool explains more of the sentence than what was found on the desk. */
function isWeak(act: Act, heard: Heard, tool: Found | undefined): boolean {
  if (tool?.kind !== 'sure') return false;
  if (act.kind === 'no') return tool.inOwnWords;
  if (act.kind !== 'open' && act.kind !== 'find' && act.kind !== 'read' && act.kind !== 'list') return false;
  if (heard.tokens.some(({ kind }) => kind === 'path' || kind === 'url')) return true;
  const spans =
    act.kind === 'open' || act.kind === 'read'
      ? heard.artifacts.filter(({ item }) => item === act.artifact)
      : [];
  if (spans.length === 0 && act.kind === 'read') return false;
  const isExact = spans.some(({ score }) => score >= 0.75);
  return (
    act.kind !== 'list' &&
    act.kind !== 'find' &&
    !isExact &&
    heard.loose(...spans).length > 0 &&
    tool.coverage > 0.75
  );
}

function callOf(tool: HarnessTool, text: string, attached: string | undefined, inOwnWords: boolean): Act {
  const { values, problems } = readArguments(tool, { text: inEnglish(text), attached });
  return { kind: 'call', tool, values, problems, inOwnWords };
}
