import type { ListedArtifact, Named } from '@loggia/sessions/harness';
import type { Act, Change } from './act.ts';
import type { Heard } from './heard.ts';
import { calledItAt } from './frames-make.ts';
import { bestOf } from './names.ts';
import { optionFor, targetOf, withTarget } from './target.ts';
import { asTitle } from './titles.ts';

type Frame = (heard: Heard) => Act | undefined;

/** `rename X to Y`, `change the title of X to Y`, `call X Y`, `benenne X in Y um`. */
export const rename: Frame = (heard) => {
  const { head } = heard;
  const isPlain = heard.has('rename');
  const isRetitle = heard.has('change', 'give') && heard.has('name');
  const [first] = heard.artifacts;
  const isNamed = first !== undefined || heard.pointsBack;
  const isCalled = /^(?:call|name|nenne?)$/u.test(heard.word(head)) && isNamed && !heard.has('tool', 'fresh');
  const isToBe = isNamed && toBeCalled.test(heard.words.map(({ word }) => word).join(' '));
  if (!isPlain && !isRetitle && !isCalled && !isToBe) return undefined;
  if (heard.isQuestion) return undefined;
  // The new name may also match an artifact, so names that match well go first, then those that stand first.
  const among = heard.artifacts.toSorted(
    (one, other) => Number(other.score >= 0.75) - Number(one.score >= 0.75) || one.start - other.start,
  );
  const front = inFront(among);
  // `call it Sprint 15` is about what was spoken of, even where a Sprint 14 is there.
  const isIt = heard.pointsBack && heard.pronoun < (front[0]?.start ?? Infinity);
  const target = targetOf(heard, { among: isIt ? [] : front });
  if (target.kind === 'unknown') {
    const name = beforeConnector(heard, head + 1);
    return { kind: 'no', because: heard.phrases.nothingCalled(name) };
  }
  return withTarget(heard, target, 'rename', (artifact, { end }) => {
    const from = Math.max(end, end < 0 ? heard.pronoun + 1 : 0, head + 1);
    const behind = isCalled ? -1 : calledItAt(heard, from);
    const title = isToBe
      ? titleToBe(heard, from)
      : newTitle(heard, behind < 0 ? from : behind, isCalled || behind >= 0);
    if (title !== '') return { kind: 'rename', artifact, title };
    return {
      kind: 'what',
      question: heard.phrases.calledWhat(artifact.title),
      label: heard.phrases.newTitle,
      next: (text) => ({ kind: 'rename', artifact, title: text }),
    };
  });
};

/** `X should be called Y`, `X soll Y heißen`. */
const toBeCalled =
  /\b(?:should|shall|must|is to|will) (?:now )?be(?: (?:called|named|titled))?\b|\bsoll(?:en|te)?\b.*\bheissen\b|\bheisst\b.*\b(?:jetzt|kuenftig)\b/u;

function titleToBe(heard: Heard, from: number): string {
  const quoted = heard.quoted(from);
  if (quoted) return quoted.text;
  const isVerb = (at: number) =>
    heard.is(at, 'called') || /^(?:be|soll|sollen|sollte|jetzt|kuenftig|ab|nun|now)$/u.test(heard.word(at));
  let end = heard.tokens.length;
  while (end > from && (isClosing(heard, end - 1) || isVerb(end - 1))) end--;
  let start = end;
  while (start > from && !isVerb(start - 1)) start--;
  return asTitle(heard.written(start, end));
}

/** The mentions that stand first, so that the new title isn't taken for the old one. */
function inFront(mentions: Heard['artifacts']): Heard['artifacts'] {
  const [first] = mentions;
  return first ? mentions.filter(({ start, end }) => start < first.end && first.start < end) : [];
}

const connectors: ReadonlySet<string> = new Set(['to', 'as', 'into', 'in', 'zu', 'nach', 'auf']);

function beforeConnector(heard: Heard, from: number): string {
  let start = from;
  while (heard.is(start, 'filler')) start++;
  let end = start;
  while (end < heard.tokens.length && !connectors.has(heard.word(end))) end++;
  return heard.written(start, end);
}

function newTitle(heard: Heard, from: number, isCalled: boolean): string {
  const quoted = heard.quoted(from);
  if (quoted) return quoted.text;
  let start = -1;
  let first = from;
  const isKind = (at: number) => heard.kinds.some((kind) => kind.at === at);
  const isAside = (at: number) =>
    isKind(at) || /^(?:mal|bitte|doch|jetzt|nun|:|,|now)$/u.test(heard.word(at));
  if (isCalled) while (isAside(first)) first++;
  for (let at = first; at < heard.tokens.length; at++) {
    if (connectors.has(heard.word(at)) || heard.is(at, 'name')) start = at + 1;
    if (start >= 0 && !heard.is(at, 'name')) break;
    if (isCalled && start < 0) start = at;
  }
  if (start < 0) return '';
  if (heard.is(start, 'name')) start++;
  let end = heard.tokens.length;
  while (
    end > start &&
    (/^(?:um|umbenennen|umtaufen|nennen|bitte|please|instead|stattdessen)$/u.test(heard.word(end - 1)) ||
      isClosing(heard, end - 1))
  )
    end--;
  return asTitle(heard.written(start, end));
}

function isClosing(heard: Heard, at: number): boolean {
  return heard.tokens[at]?.kind === 'mark' && /^[.!?,]$/u.test(heard.word(at));
}

export const commit: Frame = (heard) => {
  const isVersion = heard.has('save', 'create') && heard.has('version') && !heard.has('back', 'restore');
  const isCommit =
    heard.is(heard.lead, 'commit') ||
    heard.says(/\bcheck (?:it |this )?in\b/u) ||
    (heard.is(heard.lead, 'create') && heard.says(/\bcommit\b/u));
  const isSaved = heard.is(heard.lead, 'save') && heard.has('everything', 'changed', 'change');
  if ((!isVersion && !isCommit && !isSaved) || heard.isQuestion) return undefined;
  const { desk } = heard.situation;
  const drafts = desk.artifacts.filter(({ state }) => state === 'draft');
  const messageAt = heard.at('message');
  const message = heard.quoted()?.text ?? (messageAt > heard.head ? tail(heard, messageAt + 1) : undefined);
  const said = message === undefined || message === '' ? {} : { message };
  if (heard.says(except)) {
    const left = heard.artifacts.filter(({ score }) => score >= leastNamed).map(({ item }) => item);
    return { kind: 'commit', artifacts: drafts.filter((one) => !left.includes(one)), ...said };
  }
  const together = namedTogether(heard);
  if (together.length > 1) {
    const changedOnes = together.filter(({ state }) => state === 'draft');
    const [only] = together;
    if (changedOnes.length > 0) return { kind: 'commit', artifacts: changedOnes, ...said };
    return { kind: 'no', because: heard.phrases.nothingToCommit(only?.title ?? '') };
  }
  const target = targetOf(heard, { byKind: true });
  const isAll =
    target.kind !== 'one' &&
    (heard.has('everything', 'draft', 'changed', 'change') || target.kind === 'nothing');
  if (isAll && heard.situation.attached.length === 0) {
    if (drafts.length === 0) return { kind: 'no', because: heard.phrases.allCommittedAlready };
    return { kind: 'commit', artifacts: drafts, ...said };
  }
  return withTarget(heard, target, 'commit', (artifact) =>
    artifact.state === 'draft'
      ? { kind: 'commit', artifacts: [artifact], ...said }
      : { kind: 'no', because: heard.phrases.nothingToCommit(artifact.title) },
  );
};

const leastNamed = 0.6;
/** Words that exclude something from `everything`. */
const except = /\b(?:except|but not|apart from|other than|ausser|bis auf)\b/u;

/** `X and Y`: all that are named side by side, each of them well enough; or all that `these` points at. */
function namedTogether(heard: Heard): readonly ListedArtifact[] {
  const sure = heard.artifacts
    .filter(({ score, item }) => score >= leastNamed && item.state !== 'archived')
    .toSorted((one, other) => one.start - other.start);
  const apart = sure.filter(
    (one, at) => !sure.some((other, index) => index !== at && other.start < one.end && one.start < other.end),
  );
  const isJoined = apart.every((one, at) => {
    const before = apart[at - 1];
    if (!before) return true;
    const between = heard.words.slice(before.end, one.start);
    return (
      between.length > 0 &&
      between.every(({ word }) => /^(?:and|und|,|&|plus|the|der|die|das|den)$/u.test(word))
    );
  });
  if (sure.length === 0 && heard.pointsBack && heard.pointsAtSeveral) return heard.about;
  return apart.length === sure.length && isJoined ? apart.map(({ item }) => item) : [];
}

function tail(heard: Heard, from: number): string {
  let start = from;
  while (/^[:,]$/u.test(heard.word(start))) start++;
  return heard.written(start, heard.tokens.length);
}

/** Where a collection is named, or meant by being the only one after the word for it. */
export function collectionIn(heard: Heard): Named | undefined {
  const [best, other] = bestOf(heard.collections);
  return best && !other ? best.item : undefined;
}

export const publish: Frame = (heard) => {
  const collection = collectionIn(heard);
  const isMoved =
    (heard.has('add', 'move') || heard.says(/^(?:leg|lege|bring|make)\b/u)) &&
    (collection !== undefined || heard.has('collection'));
  const isOut =
    heard.has('unpublish') ||
    (collection !== undefined &&
      (heard.has('delete') || heard.says(/\b(?:take|nimm|nehm|hol|get|pull|bring)\b/u)) &&
      heard.says(/\b(?:out|from|aus|off|raus|heraus)\b/u));
  if (heard.isQuestion || heard.is(heard.head, 'list')) return undefined;
  if (!isOut && heard.is(heard.head, 'open') && !heard.is(heard.head, 'move')) return undefined;
  if (!heard.has('publish') && !isOut && !isMoved) return undefined;
  const [placed] = bestOf(heard.collections);
  const outside = heard.artifacts.filter(
    ({ start, end }) => !placed || end <= placed.start || start >= placed.end,
  );
  const target = targetOf(heard, { among: outside, byKind: false });
  if (target.kind === 'nothing' && isMoved) return undefined;
  if (target.kind === 'unknown' && !heard.has('publish') && !isOut) return undefined;
  const kind = isOut ? 'unpublish' : 'publish';
  return withTarget(heard, target, kind, (artifact) =>
    collection ? { kind, artifact, collection } : whichCollection(heard, artifact, kind),
  );
};

function whichCollection(heard: Heard, artifact: ListedArtifact, kind: 'publish' | 'unpublish'): Act {
  const { phrases } = heard;
  const { collections } = heard.situation.desk;
  const fitting =
    kind === 'publish' ? collections : collections.filter(({ id }) => artifact.collections.includes(id));
  if (fitting.length === 0) {
    const because = kind === 'publish' ? phrases.noCollection : phrases.notPublished(artifact.title);
    return { kind: 'no', because };
  }
  return {
    kind: 'which',
    question:
      kind === 'publish' ? phrases.publishWhere(artifact.title) : phrases.takeOutOfWhich(artifact.title),
    options: fitting.map((collection) => ({
      id: collection.id,
      label: collection.title,
      act: { kind, artifact, collection },
    })),
  };
}

export const restore: Frame = (heard) => {
  const isBack =
    heard.has('back') &&
    heard.says(
      /\b(?:bring|get|go|hol|hole|take|stell|stelle|put|come|gehe?|roll|rolle|set|setz|setze|zuruecksetzen|mach|mache|want|need|will|moechte|haette|brauche?|zurueckholen)\b/u,
    );
  const isMissed = heard.says(/\b(?:need|want)\b.*\bagain\b/u) && heard.trashed.length > 0;
  if (heard.has('session', 'changed')) return undefined;
  const isOutOfArchive =
    heard.has('unarchive') || (heard.has('archived') && heard.says(/\b(?:from|out|aus)\b/u));
  if (heard.isQuestion && !heard.has('restore')) return undefined;
  const isOutOfTrash =
    heard.has('trash') && heard.says(/\b(?:out of|from|aus)\b/u) && !heard.is(heard.head, 'delete');
  if (!heard.has('restore') && !isBack && !isMissed && !isOutOfArchive && !isOutOfTrash) return undefined;
  const versionAt = heard.at('version');
  const version = versionAt >= 0 ? numberNear(heard, versionAt) : undefined;
  if (version !== undefined) {
    return withTarget(heard, targetOf(heard), 'restore', (artifact) => ({
      kind: 'restore',
      artifacts: [artifact],
      version,
    }));
  }
  const archived = heard.artifacts.filter(({ item }) => item.state === 'archived');
  if (archived.length > 0 || isOutOfArchive) {
    return change(heard, 'unarchive', archived);
  }
  const inTrash = targetOf(heard, { among: heard.trashed, attached: 'pronoun', byKind: false });
  if (inTrash.kind === 'one' || inTrash.kind === 'several') {
    return withTarget(heard, inTrash, 'restore', (artifact) => ({ kind: 'restore', artifacts: [artifact] }));
  }
  const onDesk = targetOf(heard, { byKind: false });
  if (onDesk.kind === 'one') return whichVersion(heard, onDesk.artifact);
  const { trash } = heard.situation.desk;
  if (onDesk.kind === 'unknown') return { kind: 'no', because: heard.phrases.notInTrash(onDesk.name) };
  if (trash.length === 0) return { kind: 'no', because: heard.phrases.trashIsEmpty };
  return {
    kind: 'which',
    question: heard.phrases.bringBackWhat,
    options: trash.map((one) => optionFor(heard.situation.desk, one, { kind: 'restore', artifacts: [one] })),
  };
};

function whichVersion({ phrases }: Heard, artifact: ListedArtifact): Act {
  if (artifact.version === 0) return { kind: 'no', because: phrases.noVersion(artifact.title) };
  return {
    kind: 'which',
    question: phrases.whichVersion(artifact.title),
    options: Array.from({ length: Math.min(artifact.version, 50) }, (_, at) => artifact.version - at).map(
      (version) => ({
        id: String(version),
        label: phrases.version(version),
        act: { kind: 'restore', artifacts: [artifact], version },
      }),
    ),
  };
}

function numberNear(heard: Heard, at: number): number | undefined {
  for (const place of [at + 1, at - 1]) {
    const { kind, text = '' } = heard.tokens[place] ?? {};
    const number = Number(text.replace(/^v/iu, ''));
    if ((kind === 'number' || kind === 'word') && Number.isInteger(number) && number > 0) return number;
  }
  return undefined;
}

export const archive: Frame = (heard) => {
  const { lead } = heard;
  if (heard.isQuestion) return undefined;
  const isVerb = heard.is(lead, 'archive') && !heard.is(heard.head, 'open', 'list');
  const isMoved =
    heard.has('archived') &&
    (heard.is(lead, 'move', 'add') ||
      heard.says(/\b(?:ins|in das|in den|into|into the|to the|in the) archive?\b/u)) &&
    !heard.says(/^(?:was|what|which|zeig|show|list)\b/u);
  return isVerb || isMoved ? change(heard, 'archive', heard.artifacts) : undefined;
};

/** `discard the changes to X` takes back what isn't committed. */
export const discard: Frame = (heard) => {
  if (heard.isQuestion) return undefined;
  const isChange = heard.has('changed', 'change');
  const isThrown = isChange && heard.has('throw', 'delete', 'discard');
  const isTakenBack = isChange && heard.says(/\b(?:nimm|take|nehme?)\b.*\b(?:zurueck|back)\b/u);
  const isReset = heard.says(/^(?:reset|setz|setze)\b.*\b(?:last|letzten) (?:commit|version|stand)\b/u);
  if (!heard.is(heard.lead, 'discard') && !isThrown && !isTakenBack && !isReset) return undefined;
  return withTarget(heard, targetOf(heard), 'discard', (artifact) =>
    artifact.state === 'draft'
      ? { kind: 'discard', artifacts: [artifact] }
      : { kind: 'no', because: heard.phrases.nothingToDiscard(artifact.title) },
  );
};

export const remove: Frame = (heard) => {
  const { lead } = heard;
  if (heard.isQuestion) return undefined;
  const isVerb = heard.is(lead, 'delete');
  const isThrown = heard.is(lead, 'throw') || heard.says(/\bget rid\b|^weg mit\b/u);
  const isMoved = heard.says(
    /\b(?:in|into|to|in den|in die) (?:the |my )?(?:trash|bin|garbage|papierkorb|muell|tonne)\b/u,
  );
  const [named] = bestOf(heard.artifacts);
  const isNamed = (named !== undefined && named.score >= 0.6) || heard.pointsBack;
  const mayGo = isNamed && heard.says(/\b(?:can|may|kann|koennen|darf|muss|soll) (?:go|weg|raus)\b/u);
  const isUnneeded = isNamed && heard.says(unneeded);
  const isPut = isMoved && (isNamed || heard.is(lead, 'move', 'add')) && !heard.is(heard.head, 'list');
  if (!isVerb && !isThrown && !isPut && !mayGo && !isUnneeded) return undefined;
  const together = heard.says(except) ? [] : namedTogether(heard);
  if (together.length > 1) return { kind: 'delete', artifacts: together };
  const { desk } = heard.situation;
  const target = targetOf(heard);
  const isAll =
    heard.says(except) ||
    (heard.has('everything') && (target.kind === 'nothing' || target.kind === 'unknown'));
  if (isAll) {
    return {
      kind: 'which',
      question: heard.phrases.oneAtATime,
      options: desk.artifacts.map((one) => optionFor(desk, one, { kind: 'delete', artifacts: [one] })),
    };
  }
  return change(heard, 'delete', heard.artifacts);
};

/** Nobody needs it any more; it is asked about all the same. */
const unneeded =
  /\b(?:no longer|not) (?:need|want|require)\b|\b(?:not|nicht) .*\b(?:any ?more|anymore)\b|\b(?:brauche?|will|benoetige)\b.*\bnicht mehr\b/u;

function change(heard: Heard, kind: Change, among: Heard['artifacts']): Act {
  const together = among === heard.artifacts ? namedTogether(heard) : [];
  if (together.length > 1) return { kind, artifacts: together };
  const target = targetOf(heard, { among });
  return withTarget(heard, target, kind, (artifact) => ({ kind, artifacts: [artifact] }));
}
