import { expect, it } from 'vitest';
import { createHarness } from '../operator.ts';
import { desk, tools } from '../sentences/desk.ts';
import { rows } from '../sentences/score.ts';
import { play, type TurnScript } from '../turn.testkit.ts';
import { english } from './english.ts';
import { german } from './german.ts';
import { phrasesFor } from './language.ts';

const operator = createHarness();
const on = (message: TurnScript['message'], more: Partial<TurnScript> = {}) =>
  play(operator, { tools, desk, message, ...more });

it('K7: the language of a sentence is told from its words', () => {
  const wrong = rows.filter(({ sentence, language }) => {
    const found = phrasesFor(sentence) === german ? 'German' : 'English';
    return found !== language;
  });
  // A title alone, or one word that both languages have, tells nothing.
  expect(wrong.length / rows.length).toBeLessThan(0.03);
});

it('K7: where the words could be of either language, it is the one that was written before', () => {
  expect(phrasesFor('Cities')).toBe(english);
  expect(phrasesFor('Cities', ['zeig mir alles', 'ok'])).toBe(german);
  expect(phrasesFor('open it', ['zeig mir alles'])).toBe(english);
  expect(phrasesFor('Cities', [], 'de-AT')).toBe(german);
  expect(phrasesFor('open it', [], 'de-AT')).toBe(english);
  expect(phrasesFor('Cities', [], 'fr')).toBe(english);
});

it('K7: German is answered in German: lists, questions, forms, refusals and errors', async () => {
  expect((await on('was liegt auf dem schreibtisch?')).text).toContain(
    'Auf dem Schreibtisch liegen 12 Artefakte:',
  );
  expect((await on('erzähl mir einen witz')).text).toContain(
    'Das kann ich ohne Modell nicht. [Modell verbinden](loggia:/settings/models), oder versuch es damit:',
  );
  const asked = await on('öffne das Board', { answers: ['declined'] });
  expect(asked.forms[0]?.message).toBe('Was soll ich öffnen?');
  expect(asked.text).toBe('Abgebrochen. Es wurde nichts geändert.\n\n');
  const form = await on('füge eine Karte zu Groceries hinzu', { answers: [{ title: '' }, 'declined'] });
  expect(form.forms[0]?.message).toBe('Für „add a card“ brauche ich:');
  const added = await on('Füge die Karte „Probier das“ zu Groceries hinzu');
  expect(added.inputs).toEqual([{ artifact: 'groceries', title: 'Probier das' }]);
  const deleted = await on('lösch bitte Cities');
  expect(deleted.calls).toMatchObject([{ says: '„Cities“ in den Papierkorb legen?', confirm: true }]);
  const failed = await on('benenne Cities in Orte um', {
    outcome: () => ({ kind: 'failed', message: 'No' }),
  });
  expect(failed.text).toContain('Das hat nicht geklappt. [Bearbeiten und noch einmal versuchen]');
});

it('K7: everything that it suggests in German, it understands', async () => {
  const said = await Promise.all(
    ['hilfe', 'hallo', 'erzähl mir einen witz', 'welche Typen gibt es?', 'was liegt im Papierkorb?'].map(
      async (message) => (await on(message)).text,
    ),
  );
  const suggestions = [...said.join('\n').matchAll(/loggia:say\?text=([^)]+)/gu)].map(([, text = '']) =>
    decodeURIComponent(text),
  );
  expect(suggestions.length).toBeGreaterThan(10);
  for (const suggestion of suggestions) {
    const { text } = await on(suggestion);
    expect([suggestion, text]).not.toEqual([
      suggestion,
      expect.stringMatching(/ohne Modell nicht|without a model\. \[/u),
    ]);
  }
});
