import { folded, isOneOff, isSlip, isSwap } from './spelling.ts';

/**
 * Words of English and German by what they are used for. A word may have several uses; which one is meant is for the
 * frames to decide, from what stands beside it.
 */
const forms = {
  // Actions
  open: 'open opens check launch get fetch switch jump pop peek hol hole wechsle wechsel spring geh gehe show shows display view see look watch bring pull go take reopen oeffne oeffnen oeffnet zeig zeige zeigen zeigt zeigst anzeigen ansehen anschauen angucken sehen sehn schau schauen guck gucken aufmachen aufrufen ruf',
  list: 'list lists enumerate overview liste listen auflisten aufzaehlen ueberblick uebersicht',
  find: 'find finds search searches searching locate lookup grep suche suchen such sucht finde finden durchsuche durchsuchen',
  mention:
    'mention mentions mentioning mentioned about contain contains containing regarding concerning talk talks talking discuss discusses ueber erwaehnt erwaehnen enthaelt enthalten',
  create:
    'create creates make makes start begin build generate setup craft prepare whip erstelle erstellen erstell erzeuge erzeugen erzeug anlegen lege leg mach mache machen bau baue bauen eroeffne eroeffnen brauche brauch',
  fresh:
    'new another fresh blank empty brand neu neue neuer neues neuen leere leeres leeren leerer frische frisches weitere weiteres weiteren',
  add: 'add adds append appends put insert stick jot fuege fueg hinzufuegen hinzu ergaenze ergaenz ergaenzen haenge haeng schreib schreibe setz setze setzen pack packe packen tu tue trag trage eintragen notier notiere',
  rename:
    'rename retitle renames renaming benenne benenn umbenennen umbenenne nenne nenn nennen umtaufen taufe',
  name: 'title name titel namen heading ueberschrift',
  called: 'called named titled entitled namens genannt heissen heisst betitelt',
  change: 'change changes edit modify update aendere aender aendern bearbeite bearbeiten',
  give: 'give gib geben set gebe',
  commit: 'commit commits committing committe committen commite commiten einchecken checkin',
  save: 'save saves keep store speichere speicher speichern sichere sicher sichern',
  publish:
    'publish publishes published share shared link veroeffentliche veroeffentlichen veroeffentlicht publiziere publizieren teile teilen freigeben',
  unpublish: 'unpublish unlink unshare zurueckziehen',
  delete:
    'delete deletes remove removes erase trash bin ditch dump chuck scrap kill destroy nuke wipe purge del rm loesche loesch loeschen entferne entfern entfernen entsorge entsorgen wegwerfen wegschmeissen rauswerfen',
  throw: 'throw toss rid wirf wirfst schmeiss schmeisse werfen schmeissen hau haue kipp kippe',
  away: 'away out weg raus',
  move: 'move put verschiebe verschieb schieb schiebe stell stelle',
  restore: 'restore restores undelete recover reinstate wiederherstellen',
  back: 'back her zurueck wieder zurueckholen zuruecksetzen',
  archive: 'archive archiviere archivieren archivier',
  unarchive: 'unarchive',
  discard: 'discard revert undo verwirf verwerfe verwerfen rueckgaengig zuruecknehmen',
  read: 'read reads print lies lesen vorlesen',
  count: 'count number zaehle zaehl zaehlen anzahl size',
  sum: 'sum total sums altogether overall combined summe summiere summieren gesamt gesamte gesamter gesamtsumme addiere addier addieren zusammen insgesamt',
  average:
    'average mean avg durchschnitt mittelwert schnitt durchschnittlich durchschnittliche durchschnittlicher durchschnittlichen',
  max: 'max maximum highest largest biggest greatest most expensive hoechste hoechster hoechsten hoechstes groesste groesster groessten groesstes maximale teuerste teuersten meisten',
  min: 'min minimum lowest smallest least cheapest fewest niedrigste kleinste kleinster kleinsten niedrigster niedrigsten geringste billigste guenstigste minimale',
  filter: 'filter filters filtere filtern filter',
  where: 'where wo with mit having',
  sort: 'sort order sorted ordered sortiere sortier sortieren sortiert ordne ordnen',
  descending: 'descending desc decreasing reverse high absteigend umgekehrt',
  chart:
    'chart charts plot graph draw diagram visualize visualise bar bars pie histogram zeichne zeichnen diagramm grafik schaubild balkendiagramm kreisdiagramm visualisiere',
  ascending: 'ascending asc increasing aufsteigend',
  first: 'first top erste ersten',
  connect:
    'connect install register setup hook plug wire attach link einrichten installiere installieren verbinde verbinden anschliessen anbinden einbinden koppeln',
  use: 'use want need using require nutze nutzen verwende verwenden benutze benutzen brauche brauch',
  run: 'run call execute use start fuehre starte rufe',
  continue: 'continue resume reopen fortsetzen weiter',
  // Tasks that need a model
  think:
    'summarize summarise summary gist translate explain improve rewrite shorten shorter fix proofread think poem joke story weather why who whom advise recommend suggest compare should plan opinion essay email draft guess predict fasse fass zusammenfassen zusammenfassung uebersetze uebersetzen uebersetz erklaere erklaer erklaeren verbessere gedicht witz geschichte wetter warum wieso weshalb wer meinst denkst haeltst empfiehl soll sollte vergleiche kuerze kuerzer',
  compose:
    'write wrote written compose tell schreib schreibe geschrieben notiert erzaehl erzaehle verfasse formuliere',
  describe: 'describe beschreibe beschreib',
  // Questions
  question:
    'what which whats how who where when why was welche welcher welches welchen wie wo wer wann wieso gibt are is any',
  quantity: 'many much viele viel wieviele wieviel big large gross',
  // Objects of a request
  everything:
    'everything all every alles alle everthing saemtliche saemtlichen whole full complete entire ganze ganzen komplette lot',
  thing:
    'thing things stuff artifact artifacts item items something anything one ones etwas irgendwas irgendetwas artefakt artefakte sache sachen ding dinge zeug',
  file: 'file files datei dateien',
  place:
    'desk desktop workspace here there around desk schreibtisch arbeitsplatz arbeitsflaeche hier tisch da dort rum herum',
  workspace: 'workspace workspaces arbeitsbereich arbeitsbereiche',
  collection: 'collection collections sammlung sammlungen',
  trash:
    'trash bin deleted wastebasket garbage papierkorb geloescht geloeschte geloeschtes muell tonne muelleimer',
  archived: 'archive archived archiv archiviert archivierte archivierten',
  draft: 'draft drafts uncommitted unsaved unpublished entwurf entwuerfe working',
  committed: 'committed committet commited committing committen',
  not: 'not yet nicht noch kein keine isnt arent havent hasnt still left',
  server: 'server servers connection connections servern',
  session:
    'session sessions conversation conversations chat chats unterhaltung unterhaltungen sitzung sitzungen gespraech gespraeche',
  tool: 'tool tools werkzeug werkzeuge',
  kind: 'type types kind kinds sort sorts typ typen art arten sorten',
  model: 'model models llm llms modell modelle ai ki',
  provider: 'claude gpt chatgpt openai anthropic gemini ollama mistral openrouter deepseek llama',
  key: 'key keys schluessel apikey',
  api: 'api',
  version: 'version versions revision versionen fassung fassungen',
  changed:
    'changed changes edits edited happened happen happens different difference differences diff recent recently latest lately geaendert aenderung aenderungen passiert veraendert veraenderungen unterschied unterschiede letzten bearbeitet getan',
  history: 'history commits versions versionen verlauf historie commit',
  message: 'message nachricht kommentar note comment',
  say: 'say says saying steht stehen drin inhalt content contents inside',
  row: 'row rows line lines record records entry entries zeile zeilen eintrag eintraege datensatz datensaetze',
  column: 'column columns field fields spalte spalten feld felder',
  card: 'card cards karte karten task tasks aufgabe aufgaben todo todos',
  help: 'help hilfe helfen hilf commands usage anleitung lost',
  can: 'can could able kann kannst koennen koenntest',
  you: 'you u du ihr sie',
  greeting:
    'good hello hi hey hiya howdy sup yo greetings morning afternoon evening day night thanks thank thx ty cheers appreciated great nice cool perfect awesome super wonderful lovely haha lol ok okay alright fine yes yep bye goodbye ciao hallo halloechen moin servus gruess tag abend morgen danke dankeschoen dank prima toll klasse gut guten gute lieben tschuess ja genau klar nein nee no nope sorry wars',
  filler:
    'a an the my your our this that these those it its i me we us please pls so much lot very just kindly would like to of for and do does did have has had got let now then there really bitte mal doch ein eine einen einem einer eines der die das den dem des mein meine meinen meinem meiner dein deine ich mir mich wir uns es sie er ihn und zu zum zur von vom fuer in im ins auf an am aus bei mit at on into from by as with moechte will wuerde gerne gern kannst du can you could up also auch alles vielen sehr einmal some gone well dann dir euch be been am im ive id theres liegt liegen befindet befinden exist exists sits lie lying lives available vorhanden was were being their ist sind war waren hat hab habe haben hatte haette hast wird werden kann muss muessen muesste denn eigentlich so schon eben halt grad gerade irgendwo irgendwelche man sich noch mehr only nur bloss quick quickly real actually maybe perhaps if together ab jetzt other andere anderen anderer anderes vor ma ne nen drauf darauf dazu davon',
  pronoun:
    'it this that these those them its das es dies dieses diese dieser diesen ihn sie ding selection selected both beide beiden beides auswahl ausgewaehlte ausgewaehlten ausgewaehltes ausgewaehlter angewaehlte angewaehlten markierte markierten markiertes markierung daran davon darin',
} as const;

export type Use = keyof typeof forms;

const usesOf: ReadonlyMap<string, ReadonlySet<Use>> = (() => {
  const map = new Map<string, Set<Use>>();
  for (const [use, words] of Object.entries(forms) as [Use, string][]) {
    for (const word of words.split(' ')) {
      const uses = map.get(word) ?? new Set<Use>();
      uses.add(use);
      map.set(word, uses);
    }
  }
  return map;
})();

/** Words that only hold a sentence together are never what a slip meant. */
const slippable = [...usesOf].filter(([word, uses]) => word.length >= 4 && !isOnly(uses, 'filler'));

const none: ReadonlySet<Use> = new Set();

/** The uses of a word, even if it is misspelled; empty for a word outside the lexicon. */
export function usesFor(word: string): ReadonlySet<Use> {
  return usesOf.get(word) ?? remembered(word);
}

/** To look for slips takes long, and the words of a desk come again and again. */
const guessed = new Map<string, ReadonlySet<Use>>();
const mostGuessed = 5_000;

function remembered(word: string): ReadonlySet<Use> {
  const before = guessed.get(word);
  if (before) return before;
  if (guessed.size >= mostGuessed) guessed.clear();
  const uses = guess(word);
  guessed.set(word, uses);
  return uses;
}

function guess(word: string): ReadonlySet<Use> {
  const inflected = inflectionsOf(word).flatMap((form) => usesOf.get(form) ?? []);
  const verb = inflected.find((uses) => doing.some((use) => uses.has(use)));
  if (verb) return verb;
  // Names and titles are close to many words: only one letter may be wrong in all but the longest.
  const isMeant = (meant: string) => isSlip(word, meant) && (word.length >= 10 || isOneOff(word, meant));
  const near = slippable.find(([meant]) => meant[0] === word[0] && isMeant(meant));
  const swapped = near ?? slippable.find(([meant]) => isSwap(word, meant) && isMeant(meant));
  return swapped?.[1] ?? none;
}

/** Uses of verbs that say what to do. */
export const doing: readonly Use[] = [
  'open',
  'list',
  'find',
  'create',
  'add',
  'rename',
  'commit',
  'publish',
  'unpublish',
  'delete',
  'throw',
  'move',
  'restore',
  'archive',
  'unarchive',
  'discard',
  'read',
  'filter',
  'sort',
  'chart',
  'connect',
];

/** Other forms that a verb may stand in the lexicon as: `opening`, `zeigst`, `sortier`. */
function inflectionsOf(word: string): readonly string[] {
  if (word.length < 4) return [];
  const stems = ['ing', 'ed', 'st', 'et', 't', 'en', 'n', 'e', 's'].flatMap((ending) =>
    word.endsWith(ending) && word.length - ending.length >= 3 ? [word.slice(0, -ending.length)] : [],
  );
  const undoubled = stems.flatMap((stem) => (/(.)\1$/u.test(stem) ? [stem, stem.slice(0, -1)] : [stem]));
  return [word, ...undoubled].flatMap((stem) => [stem, `${stem}e`, `${stem}en`]);
}

/** Exactly so, without forgiving anything. */
export function isKnown(word: string): boolean {
  return usesOf.has(word);
}

export function isUsedAs(word: string, use: Use): boolean {
  return usesOf.get(word)?.has(use) ?? false;
}

function isOnly(uses: ReadonlySet<Use>, use: Use): boolean {
  return uses.size === 1 && uses.has(use);
}

/** Names of kinds of things that people use for the same kind; singulars, then plurals. */
const kinds: readonly (readonly [readonly string[], readonly string[]])[] = [
  [
    'document doc note text page dokument notiz seite markdown',
    'documents docs notes texts pages dokumente notizen seiten texte',
  ],
  ['table spreadsheet sheet tabelle', 'tables spreadsheets sheets tabellen'],
  ['board kanban brett tafel pinnwand', 'boards bretter tafeln'],
  ['image picture photo pic bild foto', 'images pictures photos pics bilder fotos'],
  ['sound audio recording aufnahme ton', 'sounds recordings aufnahmen'],
  ['video film clip', 'videos filme clips'],
  ['plan planner planer', 'plans planners plaene'],
].map(([one, many]) => [(one ?? '').split(' '), (many ?? '').split(' ')] as const);

/** `bord`: too short to be a slip of just any word, but there are few kinds. */
function isShortened(word: string, meant: string): boolean {
  return word.length >= 4 && meant.length > word.length && word[0] === meant[0] && isOneOff(word, meant);
}

export interface KindWord {
  /** All words that mean the same kind, in the singular; just the word itself where none are known. */
  readonly words: readonly string[];
  readonly isPlural: boolean;
}

const kindsGuessed = new Map<string, KindWord>();

export function kindWord(word: string): KindWord {
  const before = kindsGuessed.get(word);
  if (before) return before;
  if (kindsGuessed.size >= mostGuessed) kindsGuessed.clear();
  const kind = guessKind(word);
  kindsGuessed.set(word, kind);
  return kind;
}

function guessKind(word: string): KindWord {
  for (const [singular, plural] of kinds) {
    if (singular.includes(word)) return { words: singular, isPlural: false };
    if (plural.includes(word)) return { words: singular, isPlural: true };
  }
  for (const [singular, plural] of kinds) {
    const isNear = (meant: string) => meant.length >= 5 && (isSlip(word, meant) || isShortened(word, meant));
    if (singular.some(isNear)) return { words: singular, isPlural: plural.some((meant) => meant === word) };
    if (plural.some(isNear)) return { words: singular, isPlural: true };
  }
  const single = word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
  return { words: [single], isPlural: single !== word };
}

export function foldedWords(text: string): readonly string[] {
  return folded(text.replaceAll(/(?<=\p{L}|\p{N})['’]s(?!\p{L})/gu, ''))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
