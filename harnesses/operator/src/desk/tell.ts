import type { WorkspaceContents, ListedArtifact } from '@loggia/sessions/harness';
import type { Phrases } from '../phrases/english.ts';
import { listed, plain } from '../speech/markdown.ts';
import { toArtifact, toModels, toPlace, toSay, toServers } from '../speech/links.ts';
import type { Act } from './act.ts';
import { nounOf } from './frames-make.ts';
import type { Situation } from './heard.ts';
import { suggested, suggestionsFor } from './suggestions.ts';
import { artifactsOf } from './target.ts';

const mostCards = 12;
const mostEver = 200;

type Of<Kind extends Act['kind']> = Extract<Act, { readonly kind: Kind }>;
/** The desk and tools to describe, and the phrases to do it with. */
export type Telling = Pick<Situation, 'desk' | 'tools' | 'phrases'>;

/** Cards for artifacts, and the way to those that aren't shown. */
function cards(
  artifacts: readonly ListedArtifact[],
  all: string,
  isAll: boolean,
  { showAll }: Phrases,
): string {
  const shown = artifacts.slice(0, isAll ? mostEver : mostCards);
  const more = artifacts.length > shown.length;
  return [listed(shown.map(toArtifact)), more && !isAll ? toSay(all, showAll(artifacts.length)) : '']
    .filter(Boolean)
    .join('\n\n');
}

/** Answers a request for a list from the desk alone, without calling a tool. */
export function tellList(
  { what, types, state, isAll = false }: Of<'list'>,
  { desk, phrases }: Telling,
): string {
  const active = desk.artifacts.filter((one) => one.state !== 'archived');
  switch (what) {
    case 'artifacts': {
      if (types) return tellKind(types.length > 0 ? artifactsOf(desk, types) : [], types, isAll, phrases);
      if (state === 'draft') {
        const drafts = active.filter((one) => one.state === 'draft');
        if (drafts.length === 0) return phrases.allCommitted;
        return `${phrases.drafts(drafts.length)}\n\n${cards(drafts, phrases.sayListDrafts, isAll, phrases)}\n\n${toSay(phrases.sayCommitAll)}`;
      }
      if (active.length === 0) return `${phrases.deskIsEmpty} ${toSay(firstCreation(desk, phrases))}`;
      return `${phrases.onDesk(active.length)}\n\n${cards(active, phrases.sayShowAll(active.length), isAll, phrases)}`;
    }
    case 'trash':
      if (desk.trash.length === 0) return phrases.trashIsEmpty;
      return `${phrases.inTrash}\n\n${listed(desk.trash.slice(0, mostCards).map(({ title }) => `${plain(title)} – ${toSay(phrases.sayRestore(title), phrases.restoreLabel)}`))}`;
    case 'archived': {
      const archived = desk.artifacts.filter((one) => one.state === 'archived');
      return archived.length === 0
        ? phrases.nothingArchived
        : `${phrases.archived}\n\n${cards(archived, phrases.sayShowArchive, true, phrases)}`;
    }
    case 'collections':
      if (desk.collections.length === 0)
        return `${phrases.noCollection} ${toSay(phrases.sayCreateCollection)}`;
      return `${phrases.collections(desk.collections.length)}\n\n${listed(
        desk.collections.map(({ id, title }) => {
          const count = desk.artifacts.filter(({ collections }) => collections.includes(id)).length;
          return `${toPlace(title, 'collections', id)} – ${phrases.ofThisWorkspace(count)}`;
        }),
      )}`;
    case 'servers':
      return `${listed(desk.servers.map(({ title, state: own }) => `${plain(title)} – ${phrases.serverStates[own] ?? plain(own)}`))}\n\n${toPlace(phrases.showServers, 'servers')}`;
    case 'sessions':
      if (desk.sessions.length === 0) return phrases.firstConversation;
      return listed(desk.sessions.slice(0, mostCards).map(({ id, title }) => toPlace(title, 'session', id)));
    case 'workspaces':
      return listed(
        desk.workspaces.map(({ id, title }) =>
          id === desk.workspace.id ? `**${plain(title)}** (${phrases.thisWorkspace})` : plain(title),
        ),
      );
    default: {
      const creatable = desk.types.filter((type) => type.creatable);
      if (creatable.length === 0) return phrases.canMakeNothing;
      return `${phrases.canMake}\n\n${listed(creatable.map((type) => toSay(phrases.sayMake(nounOf(type)), phrases.noun(nounOf(type)))))}`;
    }
  }
}

function tellKind(
  artifacts: readonly ListedArtifact[],
  types: NonNullable<Of<'list'>['types']>,
  isAll: boolean,
  phrases: Phrases,
): string {
  const [type] = types;
  const noun = (
    type ? nounOf(types.find(({ creatable }) => creatable) ?? type) : phrases.artifact
  ).toLowerCase();
  if (artifacts.length === 0) {
    const creatable = types.find((one) => one.creatable);
    const make = creatable ? ` ${toSay(phrases.sayMake(nounOf(creatable)))}` : '';
    return `${phrases.noneOfKind(noun)}${make}`;
  }
  const { length } = artifacts;
  return `${phrases.kinds(length, noun)}\n\n${cards(artifacts, phrases.sayShowAllOf(length, noun), isAll, phrases)}`;
}

function firstCreation(desk: WorkspaceContents, phrases: Phrases): string {
  const type = desk.types.find(({ creatable }) => creatable);
  return type ? phrases.sayMake(nounOf(type)) : phrases.sayWhatYouCanDo;
}

export function tellCollection({ collection }: Of<'list-collection'>, { desk, phrases }: Telling): string {
  const own = desk.artifacts.filter(({ collections }) => collections.includes(collection.id));
  const link = toPlace(collection.title, 'collections', collection.id);
  if (own.length === 0) return phrases.nothingInCollection(link);
  return `${phrases.inCollection(link)}\n\n${cards(own, phrases.sayWhatIsIn(collection.title), true, phrases)}`;
}

/** Says what the operator can do here, in a few lines. */
export function tellHelp(telling: Telling): string {
  const { phrases } = telling;
  const said = suggestionsFor(telling).slice(0, 5);
  return [
    phrases.helpOpening,
    said.length > 0 ? `${phrases.tryThese}\n\n${suggested(said)}` : '',
    `${toSay('/tools', phrases.listTheTools)} · ${toServers(phrases)} · ${toModels(phrases)}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

export function tellGreeting(text: string, telling: Telling): string {
  const { phrases } = telling;
  if (/\b(?:thank|thanks|thx|danke|dank|cheers|appreciated)/iu.test(text)) return phrases.welcome;
  if (/\b(?:bye|goodbye|ciao|tsch)/iu.test(text)) return phrases.bye;
  if (
    !/\b(?:hello|hi|hey|hiya|howdy|sup|morning|afternoon|evening|hallo|hallöchen|moin|servus|tag|morgen|abend|greetings)\b/iu.test(
      text,
    )
  )
    return phrases.fine;
  const said = suggestionsFor(telling).slice(0, 3);
  return `${phrases.hello}${said.length > 0 ? `\n\n${suggested(said)}` : ''}`;
}

export function tellReferral({ to }: Of<'referral'>, phrases: Phrases): string {
  return to === 'models'
    ? phrases.modelReferral(toModels(phrases))
    : phrases.serverReferral(toServers(phrases));
}

/** One sentence, three things that can be done instead, and the way to a model. */
export function tellDecline(
  telling: Telling,
  { because, about }: { readonly because?: string; readonly about?: ListedArtifact | undefined },
): string {
  const { phrases } = telling;
  const possible = suggestionsFor(telling, about).slice(0, 3);
  const said = possible.length > 0 ? possible : [phrases.sayWhatYouCanDo];
  const opening = because ?? (about ? phrases.takesModelAbout(toArtifact(about)) : phrases.takesModel);
  const referral =
    because === undefined ? ` ${toModels(phrases)}, ${phrases.orTryThese}` : ` ${phrases.tryThese}`;
  return `${opening}${referral}\n\n${suggested(said)}`;
}
