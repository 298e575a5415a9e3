import { folded } from './spelling.ts';

/** German words for what tools are for, and for what they work on. Tools are nearly always written in English. */
const meanings: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    list: 'liste auflisten',
    search: 'suche such suchen finde finden',
    read: 'lies lesen',
    write: 'schreibe schreib schreiben',
    create: 'erstelle erstell erstellen erzeuge anlegen',
    add: 'addiere addier addieren summiere',
    sum: 'summe',
    delete: 'loesche loesch loeschen entferne',
    send: 'sende schicke schick senden schicken verschicke',
    convert: 'wandle umrechnen rechne konvertiere',
    translate: 'uebersetze uebersetz uebersetzen',
    file: 'datei dateien',
    directory: 'ordner verzeichnis',
    weather: 'wetter',
    forecast: 'vorhersage wettervorhersage',
    message: 'nachricht',
    mail: 'email mail',
    event: 'termin ereignis',
    image: 'bild',
    time: 'uhrzeit zeit',
    and: 'und',
    in: 'im',
    for: 'fuer',
    to: 'nach zu',
    of: 'von',
    with: 'mit',
    the: 'der die das den dem',
    me: 'mir',
    how: 'wie',
    is: 'ist viel',
  }).flatMap(([meant, words]) => words.split(' ').map((word) => [word, meant] as const)),
);

/** As much of a German sentence in English as is needed to find a tool. What is in quotes stays as it is. */
export function inEnglish(text: string): string {
  return text
    .split(/("[^"]*"|“[^”]*”|„[^“”"]*[“”"]|`[^`]*`)/u)
    .map((part, at) =>
      at % 2 === 0 ? part.replaceAll(/\p{L}+/gu, (word) => meanings[folded(word)] ?? word) : part,
    )
    .join('');
}
