import { english } from '../phrases/english.ts';
import { expect, it } from 'vitest';
import { named, tool } from '../tools.testkit.ts';
import { missingIn, readArguments } from './read-arguments.ts';

const text = { type: 'string' };
const mail = tool(
  'send_mail',
  'Sends a mail.',
  {
    to: { ...text, format: 'email' },
    subject: text,
    body: text,
    priority: { enum: ['low', 'high'] },
    copies: { type: 'integer', minimum: 1, maximum: 5 },
    labels: { type: 'array', items: { enum: ['work', 'family', 'bills'] } },
    meta: { type: 'object' },
    readReceipt: { type: 'boolean' },
  },
  ['to', 'subject', 'body'],
);

it.each<[string, object]>([
  ['send a mail to ann@example.org', { to: 'ann@example.org' }],
  [
    'send mail to ann@example.org, subject: Lunch today, body: "Shall we?"',
    { to: 'ann@example.org', subject: 'Lunch today', body: 'Shall we?' },
  ],
  [
    'mail ann@example.org "Lunch" "Shall we?"',
    { to: 'ann@example.org', subject: 'Lunch', body: 'Shall we?' },
  ],
  ['mail with high priority in 3 copies', { priority: 'high', copies: 3 }],
  ['mail labelled work and bills', { labels: ['work', 'bills'] }],
  ['mail with read receipt', { readReceipt: true }],
  ['mail without a read receipt', { readReceipt: false }],
  ['mail meta: {"a": [1, 2]}, subject: Hi', { meta: { a: [1, 2] }, subject: 'Hi' }],
  ['mail subject = "a, b" body = c', { subject: 'a, b', body: 'c' }],
])('K1: %j holds arguments', (sentence, values) => {
  expect(Object.fromEntries(readArguments(mail, { text: sentence }).values)).toMatchObject(values);
});

it('K1: a number out of bounds is not taken for one that fits', () => {
  const { values, problems } = readArguments(mail, { text: 'mail copies: 9' });
  expect(values.has('copies')).toBe(false);
  expect(problems.get('copies')?.(english)).toBe('**copies** is at most 5.');
});

it('K1: what is needed and not said is missing', () => {
  const reading = readArguments(mail, { text: 'send a mail to ann@example.org' });
  expect(missingIn(reading).map(({ name }) => name)).toEqual(['subject', 'body']);
});

it.each([
  ['summarize this', 'The long story.'],
  ['summarize the attached document, please', 'The long story.'],
  ['summarise', 'The long story.'],
  ['summarize: it was a dark night', 'it was a dark night'],
])('K1: %j with an attachment is about %j', (sentence, value) => {
  const reading = readArguments(named('summarize'), { text: sentence, attached: 'The long story.' });
  expect(Object.fromEntries(reading.values)).toEqual({ text: value });
});

it('K1: text beyond what is understood still reaches the tool whole', () => {
  const long = `line one\n${'word '.repeat(5_000)}end`;
  const reading = readArguments(named('echo'), { text: `echo ${long}` });
  expect(reading.values.get('message')).toBe(long);
});
