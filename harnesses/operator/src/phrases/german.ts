import type { Deed, Phrases } from './english.ts';

const counted = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`;

const deeds: Readonly<Record<Deed, string>> = {
  open: 'Was soll ich öffnen?',
  read: 'Was soll ich vorlesen?',
  ask: 'Welche Tabelle meinst du?',
  'look into': 'Wovon möchtest du die Änderungen sehen?',
  rename: 'Was soll ich umbenennen?',
  commit: 'Was soll ich committen?',
  publish: 'Was soll ich veröffentlichen?',
  unpublish: 'Was soll ich herausnehmen?',
  restore: 'Was soll ich wiederherstellen?',
  unarchive: 'Was soll ich zurückholen?',
  archive: 'Was soll ich archivieren?',
  discard: 'Wovon soll ich die Änderungen verwerfen?',
  delete: 'Was soll ich in den Papierkorb legen?',
  add: 'Wozu soll ich es hinzufügen?',
};

interface Noun {
  readonly one: string;
  readonly several: string;
  readonly gender: 'm' | 'f' | 'n';
}

/** Words that labels of types are made of. Others are used as they are, and as neuter. */
const nouns: Readonly<Record<string, Noun>> = {
  document: { one: 'Dokument', several: 'Dokumente', gender: 'n' },
  markdown: { one: 'Dokument', several: 'Dokumente', gender: 'n' },
  note: { one: 'Notiz', several: 'Notizen', gender: 'f' },
  text: { one: 'Text', several: 'Texte', gender: 'm' },
  table: { one: 'Tabelle', several: 'Tabellen', gender: 'f' },
  'csv table': { one: 'CSV-Tabelle', several: 'CSV-Tabellen', gender: 'f' },
  board: { one: 'Board', several: 'Boards', gender: 'n' },
  image: { one: 'Bild', several: 'Bilder', gender: 'n' },
  picture: { one: 'Bild', several: 'Bilder', gender: 'n' },
  'mcp server': { one: 'MCP-Server', several: 'MCP-Server', gender: 'm' },
  artifact: { one: 'Artefakt', several: 'Artefakte', gender: 'n' },
};

const nounFor = (label: string): Noun =>
  nouns[label.toLowerCase()] ?? { one: label, several: label, gender: 'n' };

const fresh: Readonly<Record<Noun['gender'], string>> = {
  m: 'einen neuen',
  f: 'eine neue',
  n: 'ein neues',
};
const freshAlone: Readonly<Record<Noun['gender'], string>> = { m: 'Neuer', f: 'Neue', n: 'Neues' };
const none: Readonly<Record<Noun['gender'], string>> = { m: 'keinen', f: 'keine', n: 'kein' };
/** The parts that tools add to an artifact, in the accusative. */
const parts: Readonly<Record<string, string>> = { card: 'die Karte', row: 'die Zeile', item: 'den Eintrag' };

/** Everything that the operator says, in German. */
export const german: Phrases = {
  locale: 'de-DE',

  connectModel: 'Modell verbinden',
  addServer: 'Server hinzufügen',
  listTheTools: 'Werkzeuge auflisten',
  sayWhatIsHere: 'Was liegt auf dem Schreibtisch?',
  sayWhatChanged: 'Was hat sich geändert?',
  sayWhatYouCanDo: 'Was kannst du?',
  sayCommitAll: 'Alles committen',
  sayListDrafts: 'Alle Entwürfe auflisten',
  sayShowArchive: 'Zeig das Archiv',
  sayOpen: (title) => `Öffne ${title}`,
  sayCountRows: (title) => `Wie viele Zeilen hat ${title}?`,
  sayChangedIn: (title) => `Was hat sich in ${title} geändert?`,
  sayMake: (noun, title) => {
    const { one, gender } = nounFor(noun);
    return `Lege ${fresh[gender]} ${one}${title === undefined ? '' : ` „${title}“`} an`;
  },
  sayAdd: (_deed, thing, title) => `Füge ${parts[thing] ?? ''} „Probier das“ zu ${title} hinzu`,
  sayRestore: (title) => `Stelle ${title} wieder her`,
  sayCreateCollection: 'Lege eine Sammlung „Handbuch“ an',
  sayShowAll: (count) => `Zeig alle ${count} Artefakte`,
  sayShowAllOf: (count, noun) => `Zeig alle ${count} ${nounFor(noun).several}`,
  sayWhatIsIn: (collection) => `Was ist in ${collection}?`,
  ideas: 'Ideen',

  hello: 'Hallo! Was möchtest du tun?',
  welcome: 'Gern geschehen.',
  bye: 'Bis bald.',
  fine: 'Alles klar.',
  helpOpening:
    'Ich arbeite ohne Modell: Ich weiß, was auf deinem Schreibtisch liegt, und benutze die Werkzeuge deiner Server, wenn du es möchtest.',
  tryThese: 'Versuch es damit:',
  orTryThese: 'oder versuch es damit:',
  takesModelAbout: (link) => `Um das zu ${link} zu beantworten, braucht es ein Modell.`,
  takesModel: 'Das kann ich ohne Modell nicht.',
  modelReferral: (link) =>
    `Du kannst ein Modell mit einem Schlüssel des Anbieters verbinden, oder eines, das auf diesem Rechner läuft. ${link}`,
  serverReferral: (link) =>
    `Du kannst einen Server über seinen Befehl oder seine Adresse hinzufügen. ${link}`,
  leftAlone: 'In Ordnung, es wurde nichts geändert.',

  onDesk: (count) =>
    `Auf dem Schreibtisch ${count === 1 ? 'liegt ein Artefakt' : `liegen ${count} Artefakte`}:`,
  deskIsEmpty: 'Der Schreibtisch ist leer.',
  drafts: (count) =>
    `${counted(count, 'Artefakt hat', 'Artefakte haben')} Änderungen, die noch nicht committet sind:`,
  allCommitted: 'Hier ist alles committet.',
  kinds: (count, noun) => `${counted(count, nounFor(noun).one, nounFor(noun).several)}:`,
  noneOfKind: (noun) => {
    const { one, gender } = nounFor(noun);
    return `Auf diesem Schreibtisch gibt es ${none[gender]} ${one}.`;
  },
  artifact: 'Artefakt',
  inTrash: 'Im Papierkorb:',
  nothingSelected: 'Auf dem Schreibtisch ist nichts ausgewählt.',
  trashIsEmpty: 'Der Papierkorb ist leer.',
  restoreLabel: 'Wiederherstellen',
  archived: 'Archiviert:',
  nothingArchived: 'Es ist nichts archiviert.',
  collections: (count) => `${counted(count, 'Sammlung', 'Sammlungen')}:`,
  noCollection: 'Es gibt noch keine Sammlung.',
  ofThisWorkspace: (count) => `${counted(count, 'Artefakt', 'Artefakte')} aus diesem Arbeitsbereich`,
  inCollection: (link) => `In ${link}:`,
  nothingInCollection: (link) => `Aus diesem Arbeitsbereich ist in ${link} noch nichts veröffentlicht.`,
  showServers: 'Server anzeigen',
  serverStates: {
    ready: 'bereit',
    starting: 'startet',
    stopped: 'angehalten',
    error: 'funktioniert nicht',
    authRequired: 'wartet auf eine Anmeldung',
  },
  firstConversation: 'Das ist hier die erste Unterhaltung.',
  conversation: 'Eine Unterhaltung',
  thisWorkspace: 'dieser hier',
  canMake: 'Du kannst anlegen:',
  canMakeNothing: 'Hier kann noch nichts angelegt werden.',
  showAll: (count) => `Alle ${count} anzeigen`,

  hereItIs: 'Bitte sehr:',
  opening: (title) => `Öffnet „${title}“`,
  reading: (title) => `Liest „${title}“`,
  searching: (query) => `Sucht nach „${query}“`,
  foundNothing: (query) => `Zu „${query}“ habe ich nichts gefunden.`,
  foundFor: (query) => `Gefunden zu „${query}“:`,
  showResults: 'Alle Treffer anzeigen',
  goesOn: 'Hier geht es weiter:',
  lookingAtChanges: 'Sieht nach, was sich geändert hat',
  lookingAtChangesIn: (title) => `Sieht nach, was sich in „${title}“ geändert hat`,
  changesHead: ['Wann', 'Was', 'Wo'],
  versionsHead: ['Version', 'Wann', 'Was'],
  andMore: (count) => ` und ${count} weitere`,
  notCommitted: 'Noch nicht committet:',
  nothingChanged: 'Hier hat sich noch nichts geändert.',
  hasChanges: 'Es gibt Änderungen, die noch nicht committet sind.',
  moreLines: (count) => `${counted(count, 'weitere Zeile', 'weitere Zeilen')} geändert.`,

  whichOne: (deed) => deeds[deed],
  lookForWhat: 'Wonach soll ich suchen?',
  words: 'Suchbegriffe',
  newTitle: 'Neuer Titel',
  title: 'Titel',
  calledWhat: (title) => `Wie soll „${title}“ heißen?`,
  collectionCalledWhat: 'Wie soll die Sammlung heißen?',
  workspaceCalledWhat: 'Wie soll der Arbeitsbereich heißen?',
  makeWhat: 'Was soll ich anlegen?',
  publishWhere: (title) => `Wo soll ich „${title}“ veröffentlichen?`,
  takeOutOfWhich: (title) => `Aus welcher Sammlung soll ich „${title}“ herausnehmen?`,
  bringBackWhat: 'Was soll ich aus dem Papierkorb zurückholen?',
  whichVersion: (title) => `Welche Version von „${title}“ soll ich wiederherstellen?`,
  version: (version) => `Version ${version}`,
  oneAtATime: 'Ich lösche immer nur eines auf einmal. Was soll ich in den Papierkorb legen?',
  nothingToChoose: 'Hier gibt es noch nichts zur Auswahl.',
  whichTool: 'Was meinst du?',
  tool: 'Werkzeug',
  isThisMeant: 'Meinst du das?',
  severalMeant: 'Es könnte mehreres gemeint sein.',
  whichColumn: (title) => `Welche Spalte von „${title}“?`,
  column: 'Spalte',

  nothingCalled: (name) => `Hier gibt es nichts, das „${name}“ heißt.`,
  notInTrash: (name) => `Im Papierkorb gibt es nichts, das „${name}“ heißt.`,
  noVersion: (title) => `Von „${title}“ gibt es noch keine frühere Version.`,
  nothingToCommit: (title) => `An „${title}“ gibt es nichts zu committen.`,
  allCommittedAlready: 'Hier ist schon alles committet.',
  nothingToDiscard: (title) => `An „${title}“ gibt es keine Änderungen zu verwerfen.`,
  notPublished: (title) => `„${title}“ ist in keiner Sammlung veröffentlicht.`,
  cantMake: 'Das kann ich nicht anlegen.',
  canMakeThese: (labels) => `Ich kann anlegen: ${labels.map((label) => nounFor(label).one).join(', ')}.`,
  notInside: (title) => `In „${title}“ kann ich das nicht tun. Öffne es und tu es dort.`,
  notOffered: 'Dieser Host lässt Agenten das nicht tun.',
  canceled: 'Abgebrochen. Es wurde nichts geändert.',
  failed: 'Das hat nicht geklappt.',
  editAndRetry: 'Bearbeiten und noch einmal versuchen',

  creatingCollection: (title) => `Legt die Sammlung „${title}“ an`,
  madeCollection: (link) => `Die Sammlung ${link} ist angelegt.`,
  creatingWorkspace: (title) => `Legt den Arbeitsbereich „${title}“ an`,
  madeWorkspace: (title) => `Der Arbeitsbereich „${title}“ ist angelegt. Du findest ihn oben links.`,
  creating: (title) => `Legt „${title}“ an`,
  untitled: (noun) => `${nounFor(noun).one} ohne Titel`,
  made: (noun) => {
    const { one, gender } = nounFor(noun);
    return `${freshAlone[gender]} ${one} angelegt:`;
  },
  madeTitled: (title) => `„${title}“ ist angelegt.`,
  renaming: (old, title) => `Benennt „${old}“ in „${title}“ um`,
  renamed: (old, link) => `„${old}“ heißt jetzt ${link}.`,
  committing: (named) => `Committet ${named}`,
  committedAs: (link, version) => `${link} ist als Version ${version} committet.`,
  committed: (count) => `${counted(count, 'Artefakt', 'Artefakte')} committet:`,
  artifacts: (count) => counted(count, 'Artefakt', 'Artefakte'),
  commitAdd: (title) => `${title} hinzugefügt`,
  commitUpdate: (what) => `${what} geändert`,
  publishing: (title, collection) => `Veröffentlicht „${title}“ in „${collection}“`,
  published: (link, place) => `${link} ist in ${place} veröffentlicht.`,
  takingOut: (title, collection) => `Nimmt „${title}“ aus „${collection}“ heraus`,
  tookOut: (link, place) => `${link} ist nicht mehr in ${place}.`,
  deleteAsk: (titles) => `${titles} in den Papierkorb legen?`,
  deleted: (titles) => `${titles} liegt jetzt im Papierkorb.`,
  discardAsk: (titles) => `Verwerfen, was in ${titles} seit dem letzten Commit geändert wurde?`,
  discarded: (links) => `Die Änderungen an ${links} sind verworfen.`,
  archiving: (titles) => `Archiviert ${titles}`,
  archivedThese: (links) => `${links} ist archiviert.`,
  unarchiving: (titles) => `Holt ${titles} aus dem Archiv zurück`,
  unarchived: (links) => `${links} ist aus dem Archiv zurück.`,
  undeleting: (titles) => `Holt ${titles} aus dem Papierkorb zurück`,
  undeleted: 'Aus dem Papierkorb zurückgeholt:',
  restoring: (version, titles) => `Stellt Version ${version} von ${titles} wieder her`,
  restored: (links, version) =>
    `${links} ist wieder wie in Version ${version}. Das bleibt ein Entwurf, bis es committet wird.`,
  quoted: (title) => `„${title}“`,

  toRun: (deed) => `Für „${deed}“ brauche ich:`,
  forRunning: (name) => `Für „${name}“ brauche ich:`,
  again: (name) => `„${name}“ noch einmal ausführen? Vor der Unterbrechung ist es vielleicht schon gelaufen.`,
  doneBefore: 'Das war vor der Unterbrechung schon erledigt; es bleibt nichts zu tun.',
  pickers: {
    artifact: 'Artefakt',
    server: 'Server',
    session: 'Unterhaltung',
    collection: 'Sammlung',
    workspace: 'Arbeitsbereich',
  },
  severalByComma: 'Mehrere werden durch Kommas getrennt.',
  writeJson: 'Schreib JSON, zum Beispiel `{"key": "value"}` oder `["a", "b"]`.',
  isMissing: (name) => `**${name}** fehlt.`,
  isYesOrNo: (name) => `**${name}** ist ja oder nein (yes oder no).`,
  isOneOf: (name, labels) => `**${name}** ist eines von ${labels}.`,
  isAnyOf: (name, labels) => `**${name}** ist eines oder mehrere von ${labels}.`,
  isJson: (name) => `**${name}** muss JSON sein, zum Beispiel \`{"key": "value"}\` oder \`["a"]\`.`,
  isJsonAfter: (name) => `**${name}** muss nach \`:=\` JSON sein.`,
  isText: (name) => `**${name}** ist Text; setz ihn in Anführungszeichen.`,
  isNumber: (name) => `**${name}** ist eine Zahl.`,
  isWholeNumber: (name) => `**${name}** ist eine ganze Zahl.`,
  isAtLeast: (name, least, unit) =>
    `**${name}** ${unit === undefined ? `ist mindestens ${least}` : `hat mindestens ${least} Zeichen`}.`,
  isAtMost: (name, most, unit) =>
    `**${name}** ${unit === undefined ? `ist höchstens ${most}` : `hat höchstens ${most} Zeichen`}.`,

  done: 'Erledigt.',
  yes: 'ja',
  no: 'nein',
  it: 'Es',
  hasRows: (named, count) => `${named} hat ${counted(count, 'Zeile', 'Zeilen')}.`,
  from: (named) => `Aus ${named}`,
  noRowFits: 'Keine Zeile passt.',
  firstRows: (shown, all) => `Das sind die ersten ${shown} von ${all} Zeilen.`,
  largest: (shown, all) => `Das sind die ${shown} größten von ${all}.`,
  moreRows: (count) =>
    `Es gibt ${counted(count, 'weitere Zeile', 'weitere Zeilen')}; der Aufruf oben enthält alle.`,
  callHasAll: 'Der Aufruf oben enthält alles.',
  callGoesOn: 'Es geht noch weiter; der Aufruf oben enthält alles.',
  callShows: (what) => `Der Aufruf oben zeigt ${what.join(' und ')}.`,
  images: (count) => counted(count, 'Bild', 'Bilder'),
  sounds: (count) => counted(count, 'Tonaufnahme', 'Tonaufnahmen'),
  files: (count) => counted(count, 'Datei', 'Dateien'),

  noSuchCommand: (name) =>
    `Es gibt weder ein Werkzeug noch einen Skill namens „${name}“. \`/tools\` und \`/skills\` listen auf, was es gibt.`,
  didYouMean: 'Meinst du eines von diesen?',
  viewSentCommand: (view) =>
    `${view === undefined ? 'Die View' : `Die View „${view}“`} hat einen Befehl geschickt. Befehle kannst nur du geben, deshalb habe ich nichts getan. Um ihn auszuführen, gib ihn selbst ein.`,
  noToolsYet: (link) => `In dieser Sitzung gibt es noch keine Werkzeuge. ${link}`,
  noToolFor: (words, all) =>
    `Kein Werkzeug hat etwas mit „${words}“ zu tun. \`/tools\` listet alle ${all} auf.`,
  onlyPages: (count) => `Es gibt nur ${counted(count, 'Seite', 'Seiten')} mit Werkzeugen.`,
  moreTools: (count, command) => `Es gibt ${count} weitere: ${command} zeigt die nächsten.`,
  tools: (count) => counted(count, 'Werkzeug', 'Werkzeuge'),
  otherTools: 'Andere Werkzeuge',
  noSkills: 'In dieser Sitzung gibt es keine Skills. Plugins bringen sie mit.',
  skillSays: (name) => `**${name}** sagt:`,
  skillNames: (name) => `${name} nennt diese Werkzeuge. Welches soll ich benutzen?`,
  useThemYourself: 'Du kannst sie selbst benutzen:',

  noun: (label) => nounFor(label).one,
};
