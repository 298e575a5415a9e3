/** Verbs of the question which of several artifacts is meant. */
export type Deed =
  | 'open'
  | 'read'
  | 'ask'
  | 'look into'
  | 'rename'
  | 'commit'
  | 'publish'
  | 'unpublish'
  | 'restore'
  | 'unarchive'
  | 'archive'
  | 'discard'
  | 'delete'
  | 'add';

const counted = (count: number, one: string, several = `${one}s`) =>
  `${count} ${count === 1 ? one : several}`;

const deeds: Readonly<Record<Deed, string>> = {
  open: 'open',
  read: 'read',
  ask: 'ask',
  'look into': 'look into',
  rename: 'rename',
  commit: 'commit',
  publish: 'publish',
  unpublish: 'take out',
  restore: 'restore',
  unarchive: 'bring back',
  archive: 'archive',
  discard: 'take back the changes to',
  delete: 'move to the trash',
  add: 'add it to',
};

/** Everything that the operator says, in English. Titles come as they are shown, escaped or as links. */
export const english = {
  locale: 'en-US',

  // Referrals and suggestions; what is suggested has to be understood
  connectModel: 'Connect a model',
  addServer: 'Add a server',
  listTheTools: 'List the tools',
  sayWhatIsHere: 'What is on the desk?',
  sayWhatChanged: 'What changed?',
  sayWhatYouCanDo: 'What can you do?',
  sayCommitAll: 'Commit everything',
  sayListDrafts: 'List all drafts',
  sayShowArchive: 'Show the archive',
  sayOpen: (title: string) => `Open ${title}`,
  sayCountRows: (title: string) => `How many rows does ${title} have?`,
  sayChangedIn: (title: string) => `What changed in ${title}?`,
  sayMake: (noun: string, title?: string) =>
    `Make a new ${noun}${title === undefined ? '' : ` called “${title}”`}`,
  /** `deed` is what the tool calls itself, such as `Add a card`. */
  sayAdd: (deed: string, _thing: string, title: string) => `${deed} “Try this” to ${title}`,
  sayRestore: (title: string) => `Restore ${title}`,
  sayCreateCollection: 'Create a collection called “Handbook”',
  sayShowAll: (count: number) => `Show all ${count} artifacts`,
  sayShowAllOf: (count: number, noun: string) => `Show all ${counted(count, noun)}`,
  sayWhatIsIn: (collection: string) => `What is in ${collection}?`,
  ideas: 'Ideas',

  // Small talk
  hello: 'Hello! What would you like to do?',
  welcome: 'You’re welcome.',
  bye: 'See you.',
  fine: 'All right.',
  helpOpening:
    'I work without a model: I know what is on your desk, and I run the tools of your servers when you ask for them.',
  tryThese: 'Try one of these:',
  orTryThese: 'or try one of these:',
  takesModelAbout: (link: string) => `It takes a model to answer that about ${link}.`,
  takesModel: 'I can’t do that without a model.',
  modelReferral: (link: string) =>
    `You can connect a model with a key of its provider, or one that runs on this machine. ${link}`,
  serverReferral: (link: string) => `You can add a server by its command or its address. ${link}`,
  leftAlone: 'All right, nothing was changed.',

  // Lists
  onDesk: (count: number) => `${counted(count, 'thing')} ${count === 1 ? 'is' : 'are'} on the desk:`,
  deskIsEmpty: 'The desk is empty.',
  drafts: (count: number) =>
    `${counted(count, 'artifact')} ${count === 1 ? 'has' : 'have'} changes that aren’t committed:`,
  allCommitted: 'Everything here is committed.',
  kinds: (count: number, noun: string) => `${counted(count, noun)}:`,
  noneOfKind: (noun: string) => `There is no ${noun} on this desk.`,
  artifact: 'artifact',
  inTrash: 'In the trash:',
  nothingSelected: 'Nothing is selected on the desk.',
  trashIsEmpty: 'The trash is empty.',
  restoreLabel: 'Restore',
  archived: 'Archived:',
  nothingArchived: 'Nothing is archived.',
  collections: (count: number) => `${counted(count, 'collection')}:`,
  noCollection: 'There is no collection yet.',
  ofThisWorkspace: (count: number) => `${counted(count, 'artifact')} of this workspace`,
  inCollection: (link: string) => `In ${link}:`,
  nothingInCollection: (link: string) => `Nothing of this workspace is published in ${link} yet.`,
  showServers: 'Show the servers',
  serverStates: {
    ready: 'ready',
    starting: 'starting',
    stopped: 'stopped',
    error: 'not working',
    authRequired: 'waiting for a sign-in',
  } as Readonly<Record<string, string>>,
  firstConversation: 'This is the first conversation here.',
  conversation: 'A conversation',
  thisWorkspace: 'this one',
  canMake: 'You can make:',
  canMakeNothing: 'Nothing can be made here yet.',
  showAll: (count: number) => `Show all ${count}`,

  // Looking
  hereItIs: 'Here it is:',
  opening: (title: string) => `Opening “${title}”`,
  reading: (title: string) => `Reading “${title}”`,
  searching: (query: string) => `Searching for “${query}”`,
  foundNothing: (query: string) => `I found nothing about “${query}”.`,
  foundFor: (query: string) => `Found for “${query}”:`,
  showResults: 'Show all results',
  goesOn: 'It goes on:',
  lookingAtChanges: 'Looking at what changed',
  lookingAtChangesIn: (title: string) => `Looking at what changed in “${title}”`,
  changesHead: ['When', 'What', 'Where'] as readonly string[],
  versionsHead: ['Version', 'When', 'What'] as readonly string[],
  andMore: (count: number) => ` and ${count} more`,
  notCommitted: 'Not committed yet:',
  nothingChanged: 'Nothing has changed here yet.',
  hasChanges: 'It has changes that aren’t committed.',
  moreLines: (count: number) => `${counted(count, 'more line')} changed.`,

  // Questions
  whichOne: (deed: Deed) => `Which one shall I ${deeds[deed]}?`,
  lookForWhat: 'What shall I look for?',
  words: 'Words',
  newTitle: 'New title',
  title: 'Title',
  calledWhat: (title: string) => `What shall “${title}” be called?`,
  collectionCalledWhat: 'What shall the collection be called?',
  workspaceCalledWhat: 'What shall the workspace be called?',
  makeWhat: 'What shall I make?',
  publishWhere: (title: string) => `Where shall I publish “${title}”?`,
  takeOutOfWhich: (title: string) => `Which collection shall I take “${title}” out of?`,
  bringBackWhat: 'What shall I bring back from the trash?',
  whichVersion: (title: string) => `Which version of “${title}” shall I restore?`,
  version: (version: number) => `Version ${version}`,
  oneAtATime: 'I delete one thing at a time. Which one shall I move to the trash?',
  nothingToChoose: 'There is nothing here to choose from yet.',
  whichTool: 'Which one do you mean?',
  tool: 'Tool',
  isThisMeant: 'Do you mean this?',
  severalMeant: 'Several things could be meant.',
  whichColumn: (title: string) => `Which column of “${title}”?`,
  column: 'Column',

  // Refusals, with the reason
  nothingCalled: (name: string) => `There is nothing called “${name}” here.`,
  notInTrash: (name: string) => `There is nothing called “${name}” in the trash.`,
  noVersion: (title: string) => `“${title}” has no version to go back to yet.`,
  nothingToCommit: (title: string) => `“${title}” has no changes to commit.`,
  allCommittedAlready: 'Everything here is committed already.',
  nothingToDiscard: (title: string) => `“${title}” has no changes to take back.`,
  notPublished: (title: string) => `“${title}” isn’t published in any collection.`,
  cantMake: 'I can’t make that.',
  canMakeThese: (nouns: readonly string[]) => `I can make: ${nouns.join(', ')}.`,
  notInside: (title: string) => `I can’t do that in “${title}”. Open it to do it there.`,
  notOffered: 'This host doesn’t let agents do that.',
  canceled: 'Canceled. Nothing was changed.',
  failed: 'That didn’t work.',
  editAndRetry: 'Edit and try again',

  // Changing: what is said while it is done, and afterwards
  creatingCollection: (title: string) => `Creating the collection “${title}”`,
  madeCollection: (link: string) => `Made the collection ${link}.`,
  creatingWorkspace: (title: string) => `Creating the workspace “${title}”`,
  madeWorkspace: (title: string) => `Made the workspace “${title}”. You find it at the top left.`,
  creating: (title: string) => `Creating “${title}”`,
  untitled: (noun: string) => `Untitled ${noun}`,
  made: (noun: string) => `Made a new ${noun}:`,
  madeTitled: (title: string) => `Made “${title}”.`,
  renaming: (old: string, title: string) => `Renaming “${old}” to “${title}”`,
  renamed: (old: string, link: string) => `Renamed “${old}” to ${link}.`,
  committing: (named: string) => `Committing ${named}`,
  committedAs: (link: string, version: number) => `Committed ${link} as version ${version}.`,
  committed: (count: number) => `Committed ${counted(count, 'artifact')}:`,
  artifacts: (count: number) => counted(count, 'artifact'),
  commitAdd: (title: string) => `Add ${title}`,
  commitUpdate: (what: string) => `Update ${what}`,
  publishing: (title: string, collection: string) => `Publishing “${title}” in “${collection}”`,
  published: (link: string, place: string) => `Published ${link} in ${place}.`,
  takingOut: (title: string, collection: string) => `Taking “${title}” out of “${collection}”`,
  tookOut: (link: string, place: string) => `Took ${link} out of ${place}.`,
  deleteAsk: (titles: string) => `Move ${titles} to the trash?`,
  deleted: (titles: string) => `Moved ${titles} to the trash.`,
  discardAsk: (titles: string) => `Take back what was changed in ${titles} since the last commit?`,
  discarded: (links: string) => `Took back the changes to ${links}.`,
  archiving: (titles: string) => `Archiving ${titles}`,
  archivedThese: (links: string) => `Archived ${links}.`,
  unarchiving: (titles: string) => `Bringing ${titles} back from the archive`,
  unarchived: (links: string) => `Brought ${links} back from the archive.`,
  undeleting: (titles: string) => `Bringing ${titles} back from the trash`,
  undeleted: 'Brought back from the trash:',
  restoring: (version: number, titles: string) => `Restoring version ${version} of ${titles}`,
  restored: (links: string, version: number) =>
    `${links} is as it was in version ${version}. It is a draft until it is committed.`,
  quoted: (title: string) => `“${title}”`,

  // Tools and their forms
  toRun: (deed: string) => `To ${deed} I need:`,
  forRunning: (name: string) => `For “${name}” I need:`,
  again: (name: string) => `${name} again? It may have run before the interruption.`,
  doneBefore: 'This was done before the interruption; nothing is left to do.',
  pickers: {
    artifact: 'Artifact',
    server: 'Server',
    session: 'Conversation',
    collection: 'Collection',
    workspace: 'Workspace',
  },
  severalByComma: 'Several are separated by commas.',
  writeJson: 'Write JSON, such as `{"key": "value"}` or `["a", "b"]`.',
  isMissing: (name: string) => `**${name}** is missing.`,
  isYesOrNo: (name: string) => `**${name}** is yes or no.`,
  isOneOf: (name: string, labels: string) => `**${name}** is one of ${labels}.`,
  isAnyOf: (name: string, labels: string) => `**${name}** is any of ${labels}.`,
  isJson: (name: string) => `**${name}** must be JSON, such as \`{"key": "value"}\` or \`["a"]\`.`,
  isJsonAfter: (name: string) => `**${name}** must be JSON after \`:=\`.`,
  isText: (name: string) => `**${name}** is text; put it in quotes.`,
  isNumber: (name: string) => `**${name}** is a number.`,
  isWholeNumber: (name: string) => `**${name}** is a whole number.`,
  isAtLeast: (name: string, least: number, unit: 'characters' | undefined) =>
    `**${name}** is at least ${least}${unit === undefined ? '' : ` ${unit}`}.`,
  isAtMost: (name: string, most: number, unit: 'characters' | undefined) =>
    `**${name}** is at most ${most}${unit === undefined ? '' : ` ${unit}`}.`,

  // Results
  done: 'Done.',
  yes: 'yes',
  no: 'no',
  it: 'It',
  hasRows: (named: string, count: number) => `${named} has ${counted(count, 'row')}.`,
  from: (named: string) => `From ${named}`,
  noRowFits: 'No row fits.',
  firstRows: (shown: number, all: number) => `These are the first ${shown} of ${all} rows.`,
  largest: (shown: number, all: number) => `These are the ${shown} largest of ${all}.`,
  moreRows: (count: number) => `There are ${counted(count, 'more row')}; the call above has all of them.`,
  callHasAll: 'The call above has all of it.',
  callGoesOn: 'It goes on; the call above has all of it.',
  callShows: (nouns: readonly string[]) => `The call above shows ${nouns.join(' and ')}.`,
  images: (count: number) => counted(count, 'image'),
  sounds: (count: number) => counted(count, 'sound'),
  files: (count: number) => counted(count, 'file'),

  // Commands with a slash
  noSuchCommand: (name: string) =>
    `There is no tool or skill called “${name}”. \`/tools\` and \`/skills\` list what there is.`,
  didYouMean: 'Did you mean one of these?',
  viewSentCommand: (view: string | undefined) =>
    `${view === undefined ? 'The View' : `The View “${view}”`} sent a command. Only you can give commands, so I did nothing. To run it, type it yourself.`,
  noToolsYet: (link: string) => `No tools are on offer in this session yet. ${link}`,
  noToolFor: (words: string, all: number) =>
    `No tool has anything to do with “${words}”. \`/tools\` lists all ${all}.`,
  onlyPages: (count: number) => `There are only ${counted(count, 'page')} of tools.`,
  moreTools: (count: number, command: string) => `There are ${count} more: ${command} shows the next ones.`,
  tools: (count: number) => counted(count, 'tool'),
  otherTools: 'Other tools',
  noSkills: 'There are no skills in this session. Plugins bring them.',
  skillSays: (name: string) => `**${name}** says:`,
  skillNames: (name: string) => `${name} names these tools. Which one shall I use?`,
  useThemYourself: 'You can use them yourself:',

  /** A noun inside a sentence. */
  noun: (label: string) => label.toLowerCase(),
};

/** The phrases of a language. One that leaves a phrase out doesn't compile. */
export type Phrases = typeof english;
