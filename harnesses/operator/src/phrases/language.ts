import { english, type Phrases } from './english.ts';
import { german } from './german.ts';
import { folded } from '../language/spelling.ts';

/** Words that only one of the two languages has, or that are rare in the other. */
const telling: readonly (readonly [Phrases, ReadonlySet<string>])[] = [
  [
    german,
    words(
      'der die das den dem des ein eine einen einem einer eines kein keine keinen ich du er wir ihr mir dir mich dich uns mein meine meinen meiner meinem dein deine und oder aber nicht noch nur auch schon mal bitte danke ist sind war hat habe hab haben gibt gibts wird werden kann kannst koennen koenntest soll sollen will moechte moecht wuerde brauche brauch wo wer wie wann warum wieso welche welcher welches welchen was fuer mit von vom zu zum zur im ins aus auf bei nach ueber unter zwischen alle alles hier da doch denn mach mache zeig zeige zeigt oeffne oeffnen such suche finde leg lege erstelle erstell neue neues neuer neuen nenn nenne benenne benenn loesche loesch loeschen entferne wirf schmeiss fuege fueg pack setz schreib hol stell stelle sortiere sortier zaehle zaehl wieviele wieviel viele ja nein hallo moin servus tschuess guten guter heisst heissen weg wieder zurueck papierkorb tabelle dokument sammlung notiz bild hilfe hilf umbenennen hinzufuegen hinzu anlegen aufmachen committe veroeffentliche archiviere verwirf lies summe durchschnitt diagramm zeilen spalten stopp vergiss',
    ),
  ],
  [
    english,
    words(
      'the a an of and or but not is are was were have has had do does did can could would should will you your my me we our it its this that these those what which who where when why how with for to from into on at by about there here all any some please thanks thank hello hey hi open show list find make create add rename delete remove restore count sort chart how many much new call called commit publish take put get give let help yes no bye up out off them they i im dont cant whats',
    ),
  ],
];

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/**
 * The language that somebody writes in. Where the words could be either, as in `Cities` or `ok`, it is the one that the
 * person wrote before, or else that of their client.
 */
export function phrasesFor(text: string, before: readonly string[] = [], locale?: string): Phrases {
  for (const one of [text, ...before.toReversed()]) {
    const found = languageOf(one);
    if (found) return found;
  }
  return locale !== undefined && /^de\b/i.test(locale) ? german : english;
}

function languageOf(text: string): Phrases | undefined {
  const said = folded(text.slice(0, 1_500).replaceAll(/["“”„`][^"“”„`]*["“”`]/gu, ' ')).split(/[^\p{L}]+/u);
  const [ofGerman = 0, ofEnglish = 0] = telling.map(([, own]) => said.filter((word) => own.has(word)).length);
  const umlauts = /[äöüß]/iu.test(text) ? 0.5 : 0;
  if (ofGerman + umlauts === ofEnglish) return undefined;
  return ofGerman + umlauts > ofEnglish ? german : english;
}
