import type { ListedArtifact } from '@loggia/sessions/harness';
import { isUsedAs, type Use } from '../language/lexicon.ts';
import type { Act, Listing } from './act.ts';
import { collectionIn } from './frames-change.ts';
import type { Heard } from './heard.ts';
import { bestOf } from './names.ts';
import { describedStems, ownStems, toolsFor, toolStemsFor } from './owner-tools.ts';
import { parametersOf } from '../schema/parameters.ts';
import { targetOf, withTarget } from './target.ts';
import { asTitle } from './titles.ts';
import { callOn } from './frames-make.ts';

type Frame = (heard: Heard) => Act | undefined;

export const greet: Frame = (heard) => {
  const words = heard.words.filter((_, at) => heard.tokens[at]?.kind !== 'mark');
  const isGreeting =
    words.length > 0 && words.length <= 8 && words.some(({ word }) => isUsedAs(word, 'greeting'));
  const isPlain = ({ uses }: { readonly uses: ReadonlySet<Use> }) =>
    uses.has('greeting') || uses.has('filler') || uses.has('place') || uses.has('you') || uses.has('thing');
  const others = words.filter((word) => !isPlain(word));
  // `thanks mate`: who is greeted may be called anything that means nothing here.
  const isAddressed =
    words.length <= 4 &&
    others.length === 1 &&
    others.every(({ uses }) => uses.size === 0) &&
    heard.artifacts.length === 0 &&
    heard.kinds.length === 0 &&
    /^(?:hello|hi|hey|thanks|thank|thx|ty|cheers|bye|goodbye|hallo|moin|servus|danke|tschuess|good morning|good night|guten)/u.test(
      words.map(({ word }) => word).join(' '),
    );
  return isGreeting && (others.length === 0 || isAddressed) ? { kind: 'greet' } : undefined;
};

/** It is about the selection, and nothing is selected. */
export const unselected: Frame = (heard) =>
  heard.saysSelected && heard.about.length === 0 && heard.artifacts.length === 0
    ? { kind: 'no', because: heard.phrases.nothingSelected }
    : undefined;

export const help: Frame = (heard) => {
  const { length } = heard.tokens.filter(({ kind }) => kind !== 'mark');
  const asksWhat =
    heard.says(/\b(?:what|was)\b.*\b(?:can|could|kannst|koennen)\b.*\b(?:you|u|du|i|ich|operator)\b/u) ||
    heard.says(/\b(?:what|was)\b.*\b(?:kannst|koennt) (?:du|ihr)\b/u);
  const asksWho = heard.says(/^(?:(?:who|what|wer|was) )?(?:are|r|bist|seid) (?:you|u|du|ihr)\b/u);
  const asksThis =
    heard.says(/^(?:what|was) (?:is|ist) (?:this|das|that)(?: (?:place|thing|app|tool|here|hier))? ?\??$/u) &&
    !heard.pointsBack;
  const isLost = heard.says(/\b(?:i am|bin|ich bin) (?:\p{L}+ )?(?:lost|stuck|ratlos|verloren)\b/u);
  const isTaught = heard.says(/^(?:teach|show|tell|zeig|erklaer\p{L}*) (?:me|us|mir|uns) (?:how|wie)\b/u);
  const asksHow = heard.says(
    /\bhow (?:does|do|can|should) (?:this|that|it|you|i|all this) (?:all |thing )?(?:work|start|begin|use)\b|\bwie (?:geht|funktioniert|benutze|bediene)\b.*\b(?:das|dies|du|hier|ich)\b/u,
  );
  const isPlain = heard.has('help') && length <= 6 && heard.artifacts.length === 0;
  const canMake = heard.has('create') && heard.has('kind');
  if (canMake || (asksWhat && heard.says(/\b(?:make|create|anlegen|erstellen)\b/u))) return undefined;
  return isPlain ||
    (asksWhat && length <= 9) ||
    asksWho ||
    asksThis ||
    isLost ||
    isTaught ||
    (asksHow && length <= 7)
    ? { kind: 'help' }
    : undefined;
};

export const referrals: Frame = (heard) => {
  const isKey = heard.has('api') && heard.has('key');
  const wants =
    heard.has('connect', 'add', 'use', 'create', 'open') ||
    heard.says(/\b(?:how|wie|setup|set|want|need|like|moechte|will|brauche?)\b/u);
  if ((heard.has('provider') || heard.has('model') || isKey) && (wants || isKey))
    return { kind: 'referral', to: 'models' };
  const isServer = heard.has('server') || heard.says(/\bmcp-servers?\b/u);
  const [best] = bestOf(heard.artifacts);
  const isNamed = best !== undefined && best.score >= 0.75;
  if (isServer && !isNamed && heard.has('connect', 'add') && !heard.is(heard.head, 'open', 'list')) {
    const isListed = heard.says(/\b(?:connected|verbunden)\b/u);
    if (!isListed) return { kind: 'referral', to: 'servers' };
  }
  return undefined;
};

export const changed: Frame = (heard) => {
  const asks = heard.isQuestion || heard.is(heard.head, 'open', 'list', 'history', 'changed');
  if (heard.has('trash', 'archived', 'session')) return undefined;
  const isNews =
    heard.says(/^(?:anything|something|was|what)\b.*\b(?:neu|neues|new)\b/u) &&
    heard.kinds.length === 0 &&
    !heard.has('create', 'kind');
  if (!isNews && (!asks || !heard.has('changed', 'history'))) {
    const isPast = asks && heard.says(/\bdid\b.*\bchange\b/u);
    if (!isPast) return undefined;
  }
  if (heard.has('row', 'column', 'draft', 'not')) return undefined;
  if (heard.says(/\b(?:to|zu) commit(?:ten)?\b/u)) return undefined;
  if (heard.has('max', 'min') && !heard.has('history', 'changed')) return undefined;
  const target = targetOf(heard, { byKind: false });
  if (target.kind === 'one') return { kind: 'changed', artifact: target.artifact };
  if (target.kind === 'several') {
    return withTarget(heard, target, 'look into', (artifact) => ({ kind: 'changed', artifact }));
  }
  return { kind: 'changed' };
};

/** `Show all 40` is followed by all of them. */
export const list: Frame = (heard) => {
  const act = listed(heard);
  const isAll = heard.has('everything') && heard.tokens.some(({ kind }) => kind === 'number');
  return act?.kind === 'list' && isAll ? { ...act, isAll } : act;
};

const listed: Frame = (heard) => {
  const isNoun =
    (heard.is(heard.head, 'draft') && !/^(?:an?|the|ein\p{L}*)$/u.test(heard.word(heard.head + 1))) ||
    heard.is(heard.head, 'everything', 'thing', 'trash') ||
    heard.says(/^(?:the )?(?:contents?|inventory|overview|everything|inhalt|alles)\b/u);
  const asks =
    heard.isQuestion ||
    isNoun ||
    heard.is(heard.lead, 'list', 'open') ||
    heard.has('list', 'give', 'compose');
  const [named] = bestOf(heard.artifacts);
  const isNamed = named !== undefined && named.score >= 0.9;
  const collection = collectionIn(heard);
  if (collection && !isNamed && (asks || heard.has('collection')) && !heard.has('find')) {
    return { kind: 'list-collection', collection };
  }
  if (!asks || isNamed) return undefined;
  if (heard.has('session')) {
    const [session] = bestOf(heard.sessions);
    return session ? { kind: 'open-session', session: session.item } : { kind: 'list', what: 'sessions' };
  }
  const isWhatWas =
    heard.has('trash') ||
    (heard.says(/\b(?:throw|threw|thrown|weggeworfen|geworfen)\b/u) && heard.has('away', 'trash', 'thing')) ||
    heard.says(/\bdeleted\b|\bthrew out\b|\b(?:did|have) (?:i|we)\b.*\bdelete\b/u);
  if (isWhatWas && !named) return { kind: 'list', what: 'trash' };
  if (heard.has('archived') && !named) return { kind: 'list', what: 'archived' };
  const nouns: readonly (readonly [Use, Listing])[] = [
    ['collection', 'collections'],
    ['tool', 'tools'],
    ['server', 'servers'],
  ];
  for (const [use, what] of nouns) if (heard.has(use) && !named) return { kind: 'list', what };
  if (
    heard.says(
      /\bworkspaces\b|\barbeitsbereiche\b|^(?:switch|change|wechs\p{L}*)\b.*\b(?:workspace|arbeitsbereich)\b/u,
    )
  )
    return { kind: 'list', what: 'workspaces' };
  const canMake = heard.has('create') && (heard.isQuestion || heard.has('kind'));
  if (canMake || (heard.has('kind') && !named)) return { kind: 'list', what: 'types' };
  const isToCommit = heard.says(/\b(?:to|zu|must|muss|need) commit(?:ten)?\b/u);
  if (heard.has('draft') || isToCommit || (heard.has('committed', 'commit') && heard.has('not'))) {
    return { kind: 'list', what: 'artifacts', state: 'draft' };
  }
  if (heard.has('find', 'mention')) return undefined;
  const kind =
    heard.kinds.find(({ isPlural }) => isPlural) ??
    (heard.is(heard.lead, 'list') || heard.says(/\b(?:every|each|jedes?|jeden|any)\b/u)
      ? heard.kinds[0]
      : undefined);
  if (kind && (!named || (named.start <= kind.at && kind.at < named.end && named.score < 0.9))) {
    return { kind: 'list', what: 'artifacts', types: kind.types };
  }
  if (named || heard.situation.attached.length > 0 || heard.pointsBack) return undefined;
  const isAll =
    heard.has('everything', 'thing', 'file', 'place') ||
    heard.says(/\b(?:have|habe?|haben|got|there|liegt|gibt|list)\b/u);
  const left = heard.loose().filter((word) => !/^\p{N}+$/u.test(word));
  return isAll && left.length === 0 && !heard.has('think', 'row', 'column', 'card')
    ? { kind: 'list', what: 'artifacts' }
    : undefined;
};

const lookingFor: ReadonlySet<string> = new Set([
  'for',
  'about',
  'on',
  'nach',
  'ueber',
  'zu',
  'mention',
  'mentions',
  'mentioning',
  'contain',
  'contains',
  'regarding',
  'erwaehnt',
  'enthaelt',
  'up',
  'von',
]);

export const find: Frame = (heard) => {
  const isLooked = heard.says(/\blook(?:ing)? (?:for|up)\b/u);
  const isWhere = heard.says(/^(?:where|wo)\b/u) && heard.has('mention', 'say', 'compose', 'read');
  const isAbout =
    (heard.isQuestion || heard.is(heard.head, 'open', 'list', 'give', 'thing', 'everything')) &&
    (heard.has('mention') ||
      (heard.says(/\b(?:something|anything|notes?|was|irgendwas|etwas)\b.*\b(?:on|zu|von|to)\b/u) &&
        heard.isQuestion &&
        !namesWell(heard) &&
        !heard.has('place', 'trash', 'server'))) &&
    !heard.has('row', 'think') &&
    !heard.says(/^(?:what|how|wie) about\b/u);
  if (!heard.has('find') && !isLooked && !isWhere && !isAbout) return undefined;
  if (heard.has('think') || (heard.has('session') && heard.sessions.length > 0)) return undefined;
  const quoted = heard.tokens.find(({ kind }) => kind === 'quoted');
  if (quoted) return { kind: 'find', query: quoted.text };
  let end = heard.tokens.length;
  while (end > 0 && heard.tokens[end - 1]?.kind === 'mark') end--;
  const last = heard.words.findIndex(({ uses }) => uses.has('find'));
  // German may have its verb at the end: `nach Rechnung suchen`.
  const verb = last === end - 1 && last > 0 ? -1 : last;
  if (verb !== last) end--;
  const marker = heard.words.findLastIndex(
    ({ word }, at) => at < end - 1 && at !== verb && lookingFor.has(word),
  );
  let start = Math.max(marker, verb, -1) + 1;
  while (start < end && heard.is(start, 'filler', 'everything', 'thing', 'find')) start++;
  while (end > start + 1 && heard.is(end - 1, 'compose', 'say', 'find', 'place')) end--;
  while (start < end - 1 && /^(?:word|wort|phrase|begriff|term)$/u.test(heard.word(start))) start++;
  const query = asTitle(heard.written(start, end));
  if (query === '') {
    return {
      kind: 'what',
      question: heard.phrases.lookForWhat,
      label: heard.phrases.words,
      next: (text) => ({ kind: 'find', query: text }),
    };
  }
  return { kind: 'find', query };
};

function namesWell(heard: Heard): boolean {
  const [best] = bestOf(heard.artifacts);
  return best !== undefined && best.score >= leastName;
}

/** Reads an artifact's content: with a tool of the server that owns its type, or as text. */
export const read: Frame = (heard) => {
  const { lead } = heard;
  const isRead = heard.is(lead, 'read');
  const isIn =
    heard.says(
      /\b(?:what|whats|was)\b.*\b(?:in|inside|on|steht|say|says|contains?|drin|enthaelt|written)\b/u,
    ) &&
    (heard.isQuestion || heard.is(heard.head, 'open'));
  const isDescribed = heard.is(heard.head, 'describe');
  if (!isRead && !isIn && !isDescribed) return undefined;
  if (heard.tokens.some(({ kind }) => kind === 'path')) return undefined;
  const target = targetOf(heard, { spokenOf: 'always' });
  if (target.kind !== 'one' && target.kind !== 'several') return undefined;
  return withTarget(heard, target, 'read', (artifact) => contentsOf(heard, artifact));
};

const unreadable: ReadonlySet<string> = new Set(['image', 'audio', 'video']);

function contentsOf(heard: Heard, artifact: ListedArtifact): Act {
  if (unreadable.has(artifact.medium ?? '')) return { kind: 'decline', about: artifact };
  const { desk, tools } = heard.situation;
  const [only, ...others] = toolsFor(desk, artifact, tools).filter(
    (tool) => tool.readOnly === true && parametersOf(tool.inputSchema).length === 1,
  );
  if (only && others.length === 0)
    return callOn(heard, artifact, only, { kind: 'nothing' }, { inOwnWords: true });
  return { kind: 'read', artifact };
}

/** A question about an artifact that one of its tools answers: `which cards are on Groceries`. */
export const inspect: Frame = (heard) => {
  const asks = heard.isQuestion || heard.is(heard.head, 'open', 'list', 'describe', 'question');
  const target = targetOf(heard, { byKind: false, spokenOf: 'always' });
  if (!asks || target.kind !== 'one') return undefined;
  const { desk, tools } = heard.situation;
  const { artifact, span } = target;
  if (heard.has('think', 'delete', 'rename', 'restore', 'archive', 'discard')) return undefined;
  const reading = toolsFor(desk, artifact, tools).filter(
    (tool) =>
      tool.readOnly === true &&
      parametersOf(tool.inputSchema).every((one) => !one.required || one.words[0] === 'artifact'),
  );
  const said = heard.tokens.flatMap(({ kind }, at) => {
    const isFree =
      kind === 'word' && (at < span.start || at >= span.end) && !heard.kinds.some((one) => one.at === at);
    return isFree && !heard.is(at, 'filler', 'open', 'question') ? [at] : [];
  });
  const scored = reading
    .map((tool) => {
      const own = ownStems(tool);
      const described = describedStems(tool);
      const score = said.reduce((sum, at) => {
        const stems = toolStemsFor(heard.word(at));
        if (stems.some((stem) => own.has(stem))) return sum + 2;
        return stems.some((stem) => described.has(stem)) ? sum + 1 : sum;
      }, 0);
      return { tool, score };
    })
    .filter(({ score }) => score > 0)
    .toSorted(
      (one, other) =>
        other.score - one.score ||
        parametersOf(one.tool.inputSchema).length - parametersOf(other.tool.inputSchema).length,
    );
  const [best] = scored;
  if (best) return callOn(heard, artifact, best.tool, { kind: 'nothing' }, { inOwnWords: true });
  const left = heard.loose(span);
  const asksMore = heard.isQuestion && heard.has('question') && !heard.says(/^(?:can|could|kannst)\b/u);
  return asksMore && target.score >= 0.75 && left.length > 0 && reading.length > 0
    ? contentsOf(heard, artifact)
    : undefined;
};

export const open: Frame = (heard) => {
  const { head } = heard;
  const goesOn = heard.is(head, 'continue');
  const [session] = bestOf(heard.sessions);
  if (session && (goesOn || heard.has('session')) && heard.has('session', 'continue')) {
    return { kind: 'open-session', session: session.item };
  }
  const opensUp = heard.word(head).startsWith('mach') && heard.says(/\bauf$/u);
  const isOpened = heard.is(heard.lead, 'open') || opensUp || heard.has('open');
  if (!isOpened || heard.has('think')) return undefined;
  const target = targetOf(heard, { spokenOf: 'always' });
  if (target.kind === 'nothing' && !heard.is(heard.lead, 'open')) return undefined;
  return withTarget(heard, target, 'open', (artifact) => ({ kind: 'open', artifact }));
};

const leastName = 0.6;
const sought = /^(?:put|left|leave|stored|kept|seen|gelassen|hingelegt|abgelegt|gesehen|looking|suche?)$/u;

/** Only a name, perhaps with what it is: whoever says no more wants to see it. */
export const bare: Frame = (heard) => {
  const target = targetOf(heard, { byKind: false });
  const best = bestOf(heard.artifacts).find(({ item }) => target.kind === 'one' && item === target.artifact);
  if (!best || heard.has('think')) return undefined;
  const isSought = heard.says(
    /^(?:where|wo)\b|^(?:do|does|is|are|have|hab|habe|haben|hast|gibt|gib|give|need|want|i (?:need|want|would)|ich)\b|\b(?:looking|such\p{L}*) (?:for|die|den|das)\b/u,
  );
  if (isSought && best.score >= leastName && heard.loose(best).every((word) => sought.test(word)))
    return { kind: 'open', artifact: best.item };
  const isAlone = heard.words.every(
    ({ uses }, at) =>
      (at >= best.start && at < best.end) ||
      heard.tokens[at]?.kind === 'mark' ||
      uses.has('filler') ||
      uses.has('file') ||
      heard.kinds.some((kind) => kind.at === at) ||
      /^(?:please|bitte)$/u.test(heard.word(at)),
  );
  return isAlone ? { kind: 'open', artifact: best.item } : undefined;
};

/** `never mind`, `leave it alone`. */
export const leave: Frame = (heard) => {
  const isOff = heard.says(
    /^(?:never ?mind|nevermind|forget (?:it|that|about it)|stopp?|cancel(?: (?:that|it|this))?|abbrechen|vergiss (?:es|das)|egal|doch nicht|lass(?: es| das)? (?:gut )?(?:sein|gut|bleiben)|no do not|nein nicht|do not)$/u,
  );
  const isAlone = heard.says(/^(?:leave|keep|lass)\b.*\b(?:alone|as it is|in ruhe|in frieden|wie es ist)$/u);
  return isOff || isAlone ? { kind: 'leave' } : undefined;
};

/** `what happens if I delete it?` asks about a deed, and doesn't ask for it. */
export const suppose: Frame = (heard) =>
  heard.isQuestion && heard.says(/\b(?:if|wenn|falls)\b/u) ? { kind: 'decline' } : undefined;
