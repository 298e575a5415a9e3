import type { ListedArtifact, ListedType, HarnessTool } from '@loggia/sessions/harness';
import { readArguments } from '../reading/read-arguments.ts';
import type { Act } from './act.ts';
import { isKnown, isUsedAs } from '../language/lexicon.ts';
import { namesOf, type Heard } from './heard.ts';
import { bestOf } from './names.ts';
import {
  artifactParameter,
  isOwnedBy,
  ownStems,
  toolsFor,
  toolStemsFor,
  withoutParameter,
} from './owner-tools.ts';
import { optionFor, targetOf, type Target } from './target.ts';
import { asTitle } from './titles.ts';

type Frame = (heard: Heard) => Act | undefined;

const adding: ReadonlySet<string> = new Set(['add', 'append', 'insert', 'create', 'new', 'put']);

export const create: Frame = (heard) => {
  const { head } = heard;
  const isSetUp = heard.says(/^(?:set(?: \p{L}+)?|whip|spin|put) (?:up|together)\b/u);
  const isMade = isSetUp || (heard.is(heard.lead, 'create') && !opensUp(heard));
  const isNew =
    heard.is(head, 'fresh') ||
    isFreshKind(heard) ||
    (heard.has('fresh') && heard.has('use', 'create', 'add'));
  const isFirst = heard.word(head) === 'a' && heard.is(head + 1, 'fresh');
  const kind = heard.kinds.find(({ types }) => types.some(({ creatable }) => creatable));
  const isAdded =
    heard.is(heard.lead, 'add') &&
    kind !== undefined &&
    heard.artifacts.length === 0 &&
    heard.situation.attached.length === 0 &&
    !isPlaced(heard, kind.at);
  const [named] = bestOf(heard.artifacts);
  const isWanted =
    kind !== undefined &&
    !named &&
    heard.says(/\b(?:need|want|like|brauche?|moechte|haette|will)\b/u) &&
    !heard.has('open', 'back', 'everything') &&
    !kind.isPlural;
  if (!isMade && !isNew && !isFirst && !isAdded && !isWanted) return undefined;
  if (heard.is(head, 'question') || heard.isQuestion || heard.has('back', 'version')) return undefined;
  if (heard.has('think') && !isFreshKind(heard)) return undefined;
  if (heard.has('collection')) return withTitle(heard, heard.at('collection'), 'create-collection');
  if (heard.has('workspace') && !kind) return withTitle(heard, heard.at('workspace'), 'create-workspace');
  const isPart = isAdded || !kind || namesSomething(heard);
  if (isPart && toolNouns(heard, writing(heard.situation.tools)).length > 0) return undefined;
  if (kind) {
    const type = bestType(heard, kind.types);
    const last = heard.kinds.findLast(({ types }) => types.includes(type))?.at ?? kind.at;
    const title = titleAfter(heard, last + 1);
    return { kind: 'create', type, ...(title !== '' && { title }) };
  }
  const { types } = heard.situation.desk;
  const creatable = types.filter((type) => type.creatable);
  const [other] = heard.kinds;
  if (other && !named && (isMade || isNew)) return { kind: 'no', because: cantMake(heard, creatable) };
  const loose = heard.loose();
  const title = titleAfter(heard, head + 1, 'called');
  if (loose.length > 0 && !heard.has('thing')) {
    return isMade || heard.is(head, 'fresh')
      ? { kind: 'no', because: cantMake(heard, creatable) }
      : undefined;
  }
  return {
    kind: 'which',
    question: heard.phrases.makeWhat,
    options: creatable.map((type) => ({
      id: type.id,
      label: nounOf(type),
      act: { kind: 'create', type, ...(title !== '' && { title }) },
    })),
  };
};

/** `add milk to the board`: something that is there already. */
function isPlaced(heard: Heard, kindAt: number): boolean {
  let at = kindAt - 1;
  while (at > 0 && heard.is(at, 'filler') && !preposition.test(heard.word(at))) at--;
  return (
    at > heard.lead &&
    /^(?:to|on|onto|into|in|auf|zu|zum|zur|ins|im|an|ans|the|das|die|den|dem|der)$/u.test(heard.word(at))
  );
}

/** `a new board`, whatever the verb. */
function isFreshKind(heard: Heard): boolean {
  if (heard.says(/^noch eine?n?\b/u) && heard.kinds.length > 0) return true;
  const fresh = heard.at('fresh');
  return (
    fresh >= 0 && heard.kinds.some(({ at, isPlural }) => !isPlural && (at === fresh + 1 || at === fresh + 2))
  );
}

/** `mach X auf` opens, `leg X an` makes. */
function opensUp(heard: Heard): boolean {
  return heard.word(heard.head).startsWith('mach') && heard.says(/\bauf$/u);
}

function cantMake({ phrases }: Heard, types: readonly ListedType[]): string {
  const names = types.slice(0, 6).map(nounOf);
  return names.length === 0 ? phrases.cantMake : `${phrases.cantMake} ${phrases.canMakeThese(names)}`;
}

/** `New document` makes a document. */
export function nounOf({ label, creatable }: ListedType): string {
  const said = (creatable?.label ?? label).replace(/^new\s+/iu, '');
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** The one whose name was said in the most words; those that can be made come first. */
function bestType(heard: Heard, types: readonly ListedType[]): ListedType {
  const said = new Set(heard.words.map(({ word }) => word));
  const score = (type: ListedType) =>
    (type.creatable ? 10 : 0) +
    namesOf(type).filter((name) => said.has(name)).length -
    namesOf(type).length / 100;
  return types.toSorted((one, other) => score(other) - score(one))[0] as ListedType;
}

function withTitle(heard: Heard, at: number, kind: 'create-collection' | 'create-workspace'): Act {
  const title = titleAfter(heard, at + 1);
  if (title !== '') return { kind, title };
  return {
    kind: 'what',
    question:
      kind === 'create-collection' ? heard.phrases.collectionCalledWhat : heard.phrases.workspaceCalledWhat,
    label: heard.phrases.title,
    next: (text) => ({ kind, title: text }),
  };
}

/** Quoted, introduced by `called` or `for`, or what is left behind the noun. */
function titleAfter(heard: Heard, from: number, only?: 'called'): string {
  const quoted = heard.tokens.find(({ kind }) => kind === 'quoted');
  if (quoted) return quoted.text;
  const { length } = heard.tokens;
  let end = length;
  while (
    end > 0 &&
    (heard.tokens[end - 1]?.kind === 'mark' ||
      /^(?:an|please|bitte|hinzu|anlegen|erstellen|machen|erzeugen)$/u.test(heard.word(end - 1)))
  )
    end--;
  const calledIt = calledItAt(heard, from);
  if (calledIt >= 0 && calledIt < end) return asTitle(heard.written(calledIt, end));
  const called = heard.at('called', from);
  if (called === end - 1) {
    const start = heard.words.findLastIndex(
      ({ word }, at) => at < called && /^(?:das|der|die|that|which|,)$/u.test(word),
    );
    return asTitle(heard.written(Math.max(start + 1, from), called));
  }
  if (called >= 0) return asTitle(heard.written(called + 1, end));
  if (only) return '';
  const titled = heard.at('name', from);
  if (titled >= 0 && titled + 1 < end) return asTitle(heard.written(titled + 1, end));
  const colon = heard.words.findIndex(({ word }, at) => at >= from && /^[:–-]$/u.test(word));
  if (colon >= 0 && colon + 1 < end) return asTitle(heard.written(colon + 1, end));
  const forWhat = heard.words.findIndex(({ word }, at) => at >= from && (word === 'for' || word === 'fuer'));
  if (forWhat >= 0) return asTitle(heard.written(forWhat + 1, end));
  const start = heard.words.findIndex((_, at) => at >= from && heard.tokens[at]?.kind !== 'mark');
  if (start < 0 || start >= end) return '';
  // A courtesy behind the noun is not a title.
  return heard.words.slice(start, end).every(({ word }) => isKnown(word) && !isUsedAs(word, 'thing'))
    ? ''
    : asTitle(heard.written(start, end));
}

/** Behind `call it` and `nenn es`; -1 where it isn't said. */
export function calledItAt(heard: Heard, from: number): number {
  const at = heard.words.findIndex(
    ({ word }, index) =>
      index >= from &&
      /^(?:call|name|nenne?)$/u.test(word) &&
      /^(?:it|this|them|es|sie|ihn|das)$/u.test(heard.word(index + 1)),
  );
  return at < 0 ? -1 : at + 2;
}

function writing(tools: readonly HarnessTool[]): readonly HarnessTool[] {
  return tools.filter((tool) => tool.readOnly !== true && artifactParameter(tool) !== undefined);
}

/** The words of a sentence that such tools are named after, other than verbs. */
function toolNouns(heard: Heard, tools: readonly HarnessTool[]): readonly string[] {
  const stems = new Set(tools.flatMap((tool) => [...ownStems(tool)]));
  return heard.words.flatMap(({ word, uses }, at) => {
    if (heard.tokens[at]?.kind !== 'word' || uses.has('add') || uses.has('create') || uses.has('filler'))
      return [];
    if (heard.kinds.some((kind) => kind.at === at)) return [];
    return toolStemsFor(word).filter((stem) => stems.has(stem));
  });
}

/** `add a card "X" to Y`: a tool of whoever answers for Y that adds something. */
export const add: Frame = (heard) => {
  const { desk, tools } = heard.situation;
  const { head, lead } = heard;
  if (heard.isQuestion) return undefined;
  const nouns = toolNouns(heard, writing(tools));
  const isNew = heard.is(head, 'fresh') && nouns.length > 0;
  const isMade = heard.is(lead, 'create') && nouns.length > 0;
  if (!heard.is(lead, 'add') && !isNew && !isMade) return undefined;
  if (heard.says(/^(?:write|schreibe?|verfasse) (?:me|us|mir|uns)\b/u)) return undefined;
  const target = targetOf(heard, { byKind: true });
  const fits = (tool: HarnessTool) => {
    const own = ownStems(tool);
    return (
      [...own].some((stem) => adding.has(stem)) && (nouns.length === 0 || nouns.some((noun) => own.has(noun)))
    );
  };
  const candidates =
    target.kind === 'one' ? [target.artifact] : target.kind === 'several' ? target.artifacts : [];
  const possible = candidates.flatMap((artifact) => {
    const fitting = writing(toolsFor(desk, artifact, tools)).filter(fits);
    return fitting.length > 0 ? [{ artifact, fitting }] : [];
  });
  const isOpen = nouns.length > 0 || (heard.has('thing') && target.kind === 'nothing');
  if (possible.length === 0) return isOpen ? anywhere(heard, nouns, fits) : undefined;
  const acts = possible.map(({ artifact, fitting }) => ({
    artifact,
    act: addTo(heard, artifact, fitting, target, nouns),
  }));
  const [only] = acts;
  if (only && acts.length === 1) return only.act;
  return {
    kind: 'which',
    question: heard.phrases.whichOne('add'),
    options: acts.map(({ artifact, act }) => optionFor(desk, artifact, act)),
  };
};

/** Nothing is named: whatever the tool works on may be meant. */
function anywhere(
  heard: Heard,
  nouns: readonly string[],
  fits: (tool: HarnessTool) => boolean,
): Act | undefined {
  const { desk, tools } = heard.situation;
  const fitting = writing(tools).filter(fits);
  const options = desk.artifacts.flatMap((artifact) => {
    const servers = desk.types.find(({ id }) => id === artifact.type)?.servers ?? [];
    const own = fitting.filter((tool) => isOwnedBy(tool, servers));
    if (own.length === 0 || artifact.state === 'archived') return [];
    const act = addTo(heard, artifact, own, { kind: 'nothing' }, nouns);
    return [optionFor(desk, artifact, act)];
  });
  if (options.length === 0) return undefined;
  return { kind: 'which', question: heard.phrases.whichOne('add'), options };
}

function addTo(
  heard: Heard,
  artifact: ListedArtifact,
  fitting: readonly HarnessTool[],
  target: Target,
  nouns: readonly string[],
): Act {
  const [tool] = fitting;
  if (!tool || fitting.length > 1) return { kind: 'which-tool', tools: fitting };
  return callOn(heard, artifact, tool, target, { inOwnWords: nouns.length > 0 });
}

/** A call of a tool on an artifact, with the rest of the sentence for its other arguments. */
export function callOn(
  heard: Heard,
  artifact: ListedArtifact,
  tool: HarnessTool,
  target: Target,
  { inOwnWords }: { readonly inOwnWords: boolean },
): Act {
  const parameter = artifactParameter(tool);
  if (!parameter) return { kind: 'decline' };
  const { values, problems } = readArguments(withoutParameter(tool, parameter.name), {
    text: restOf(heard, tool, target),
  });
  return {
    kind: 'call',
    tool,
    about: artifact,
    values: new Map([[parameter.name, artifact.id], ...values]),
    problems,
    inOwnWords,
  };
}

const preposition =
  /^(?:to|on|onto|into|in|of|for|auf|zu|zum|zur|in|ins|im|an|ans|von|vom|dem|den|der|die|das|the|my|this|it|that|hier|these)$/u;

/** The sentence without the artifact that it names, in the words of the tool. */
function restOf(heard: Heard, tool: HarnessTool, target: Target): string {
  const dropped = new Set<number>();
  const span = target.kind === 'one' || target.kind === 'several' ? target.span : { start: -1, end: -1 };
  if (span.start >= 0) {
    for (let at = span.start; at < span.end; at++) dropped.add(at);
    const isKind = (at: number) => heard.kinds.some((kind) => kind.at === at);
    for (let at = span.start - 1; at > 0 && (preposition.test(heard.word(at)) || isKind(at)); at--)
      dropped.add(at);
    for (let at = span.end; isKind(at) || heard.is(at, 'list'); at++) dropped.add(at);
  } else if (heard.pointsBack) {
    for (let at = heard.pronoun; at > 0 && (at === heard.pronoun || preposition.test(heard.word(at))); at--)
      dropped.add(at);
  }
  const own = ownStems(tool);
  const { lead } = heard;
  const rest = heard.tokens
    .flatMap(({ kind, text }, at) => {
      if (dropped.has(at) || at === lead) return [];
      if (kind === 'quoted') return [`"${text}"`];
      const word = heard.word(at);
      if (heard.is(at, 'called') || word === 'hinzu') return [];
      if (at <= lead && heard.is(at, 'fresh')) return [];
      const stem = toolStemsFor(text).find((one) => own.has(one) || isParameter(tool, one));
      if (stem !== undefined && kind === 'word') return [stem];
      const isArticle = /^(?:a|an|the|ein|eine|einen|der|die|das|den)$/u.test(word);
      const isAside = /^(?:noch|mal|bitte|auch|doch|please|also|just)$/u.test(word);
      const isBeforeNoun = toolStemsFor(heard.word(at + 1)).some((one) => own.has(one));
      if (isArticle && (at <= lead + 1 || isBeforeNoun)) return [];
      return isAside && at <= lead + 2 ? [] : [text];
    })
    .join(' ')
    .trim();
  const verb = toolStemsFor(heard.word(lead)).find((stem) => own.has(stem)) ?? 'add';
  return `${verb} ${rest}`;
}

function isParameter(tool: HarnessTool, stem: string): boolean {
  const properties = tool.inputSchema?.['properties'];
  return typeof properties === 'object' && properties !== null && Object.hasOwn(properties, stem);
}

/** Whether something on the desk is named at all. */
function namesSomething(heard: Heard): boolean {
  return bestOf(heard.artifacts).length > 0 || heard.situation.attached.length > 0;
}

/** `move the card X to Y`: a tool of whoever answers for the artifact, in the tool's own words. */
export const operate: Frame = (heard) => {
  if (heard.isQuestion || heard.is(heard.lead, 'add', 'create', 'open', 'list', 'find', 'read'))
    return undefined;
  const { desk, tools } = heard.situation;
  const target = targetOf(heard, { byKind: false });
  if (target.kind !== 'one') return undefined;
  const own = writing(toolsFor(desk, target.artifact, tools));
  const nouns = toolNouns(heard, own).filter((stem) => !toolStemsFor(heard.word(heard.lead)).includes(stem));
  if (nouns.length === 0) return undefined;
  const verbs = toolStemsFor(heard.word(heard.lead));
  const [tool, ...others] = own.filter((one) => {
    const stems = ownStems(one);
    return verbs.some((verb) => stems.has(verb)) && nouns.some((noun) => stems.has(noun));
  });
  if (tool && others.length === 0) return callOn(heard, target.artifact, tool, target, { inOwnWords: true });
  if (!heard.is(heard.lead, 'delete', 'throw', 'archive', 'move', 'restore')) return undefined;
  // A request about a part must not be carried out on the whole artifact.
  return { kind: 'no', because: heard.phrases.notInside(target.artifact.title) };
};
