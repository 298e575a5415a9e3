import type { WorkspaceContents, HarnessTool } from '@loggia/sessions/harness';
import type { Act } from '../desk/act.ts';
import { artifactsWith } from '../desk/linked.ts';
import { understand } from '../desk/understand.ts';
import { phrasesFor } from '../phrases/language.ts';
import { desk, tools } from './desk.ts';
import { english } from './english.ts';
import { german } from './german.ts';
import { homeDesk, homeTools } from './home-desk.ts';
import { officeDesk, officeTools } from './office-desk.ts';
import { bandDesk } from './band-desk.ts';
import { clubDesk } from './club-desk.ts';
import { schoolDesk } from './school-desk.ts';
import { selected } from './selected.ts';
import { isAskedFor, isExpected, sketchesOf, type Sketch } from './sketch.ts';
import { strangers1 } from './strangers-1.ts';
import { strangers2 } from './strangers-2.ts';
import { strangers3 } from './strangers-3.ts';
import { strangers4 } from './strangers-4.ts';
import { strangers5 } from './strangers-5.ts';
import { strangers6 } from './strangers-6.ts';

type Language = 'English' | 'German';

export interface Row {
  readonly set: string;
  readonly language: Language;
  /** Whether no rule may be written against it. */
  readonly isHeldBack: boolean;
  readonly desk: WorkspaceContents;
  readonly tools: readonly HarnessTool[];
  readonly sentence: string;
  readonly expected: string;
  /** The ids of what is attached, what is selected on the desk (`+`), and what was spoken of last (`~`). */
  readonly attached: readonly string[];
  readonly selected: readonly string[];
  readonly spokenOf: readonly string[];
}

interface Set {
  readonly title: string;
  readonly english: string;
  readonly german: string;
  readonly desk: WorkspaceContents;
  readonly tools: readonly HarnessTool[];
  readonly isHeldBack: (sentence: string) => boolean;
}

const never = () => false;
const sets: readonly Set[] = [
  { title: 'welcome', english, german, desk, tools, isHeldBack: isInOtherHalf },
  { title: 'strangers 1', ...strangers1, desk: homeDesk, tools: homeTools, isHeldBack: never },
  { title: 'strangers 2', ...strangers2, desk, tools, isHeldBack: never },
  { title: 'strangers 3', ...strangers3, desk: officeDesk, tools: officeTools, isHeldBack: never },
  { title: 'strangers 4', ...strangers4, desk: clubDesk, tools, isHeldBack: never },
  { title: 'strangers 5', ...strangers5, desk: bandDesk, tools, isHeldBack: () => true },
  { title: 'selected', ...selected, desk: schoolDesk, tools, isHeldBack: never },
  { title: 'strangers 6', ...strangers6, desk: schoolDesk, tools, isHeldBack: never },
];

export const rows: readonly Row[] = sets.flatMap((set) => [
  ...rowsIn(set, 'English', set.english),
  ...rowsIn(set, 'German', set.german),
]);

function rowsIn(set: Set, language: Language, written: string): readonly Row[] {
  return written.split('\n').flatMap((line) => {
    const [sentence = '', expected = '', about = ''] = line.split(' | ').map((part) => part.trim());
    if (sentence === '') return [];
    const marked = (mark: string) =>
      about.split(' ').flatMap((part) => (part.startsWith(mark) ? part.slice(1).split(',') : []));
    return [
      {
        set: set.title,
        language,
        isHeldBack: set.isHeldBack(sentence),
        desk: set.desk,
        tools: set.tools,
        sentence,
        expected,
        attached: about.split(' ').filter((part) => /^[^~+]/u.test(part)),
        selected: marked('+'),
        spokenOf: marked('~'),
      },
    ];
  });
}

/** By the sentence alone, so that nobody chooses which ones the rules are written against. */
function isInOtherHalf(sentence: string): boolean {
  let hash = 0x811c9dc5;
  for (const character of sentence)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return (hash >>> 8) % 2 !== 0;
}

export interface Tried extends Row {
  readonly found: readonly Sketch[];
  readonly isRight: boolean;
  /** Whether something would be written, without a question before, that the sentence does not ask for. */
  readonly writesUnasked: boolean;
}

export function tryAll(): readonly Tried[] {
  return rows.map(tryRow);
}

export function tryRow(row: Row): Tried {
  const named = (ids: readonly string[]) => artifactsWith(ids, row.desk);
  const act = understand(row.sentence, {
    desk: row.desk,
    tools: row.tools,
    attached: named(row.attached),
    selected: named(row.selected),
    spokenOf: named(row.spokenOf),
    phrases: phrasesFor(row.sentence),
  });
  const found = sketchesOf(act);
  return {
    ...row,
    found,
    isRight: isExpected(found, row.expected),
    writesUnasked: writes(act) && !isAskedFor(found, row.expected),
  };
}

/** Deleting and discarding are always asked about, and so is a tool that was only guessed. */
function writes(act: Act): boolean {
  switch (act.kind) {
    case 'create':
    case 'create-collection':
    case 'create-workspace':
    case 'rename':
    case 'commit':
    case 'publish':
    case 'unpublish':
    case 'restore':
    case 'archive':
    case 'unarchive':
      return true;
    case 'call':
      return (
        act.tool.readOnly !== true && act.inOwnWords && sketchesOf(act).every((one) => one.act !== 'asks')
      );
    case 'steps':
      return act.acts.some(writes);
    default:
      return false;
  }
}

export interface Score {
  readonly set: string;
  readonly language: Language;
  readonly isHeldBack: boolean;
  readonly right: number;
  readonly all: number;
}

/** By set, whether it is held back, and language. */
export function scores(tried: readonly Tried[]): readonly Score[] {
  const groups = new Map<string, Tried[]>();
  for (const one of tried) {
    const key = `${one.set}|${String(one.isHeldBack)}|${one.language}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { set, language, isHeldBack } = first;
    const right = group.filter(({ isRight }) => isRight).length;
    return [{ set, language, isHeldBack, right, all: group.length }];
  });
}
