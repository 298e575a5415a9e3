import { array, assert, jsonValue, property, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchTools } from './search-tools.ts';

const schema = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});

const tools = [
  {
    name: 'create_issue',
    server: 'Tracker',
    description: 'Files a new issue.',
    inputSchema: schema('title'),
  },
  { name: 'listIssues', server: 'Tracker', description: 'Lists the issues of a project.' },
  { name: 'close_issue', server: 'Tracker', description: 'Closes an issue.' },
  { name: 'send_mail', server: 'Post', title: 'Send e-mail', description: 'Sends a message to recipients.' },
  {
    name: 'read_calendar',
    server: 'Post',
    description: 'Reads events.',
    inputSchema: schema('fromDate', 'untilDate'),
  },
  {
    name: 'weather',
    server: 'Wetter',
    description: 'Tells the forecast for a city, in München for example.',
  },
  { name: 'translate', server: 'Words', description: '文章を翻訳します' },
];
const found = (query: string) => searchTools(tools, query).map(({ name }) => name);

describe('K3: a search for tools', () => {
  it('finds by the words of names, whatever their case, seams and number', () => {
    expect(found('list issues')[0]).toBe('listIssues');
    expect(found('CREATE ISSUES')[0]).toBe('create_issue');
    expect(found('an issue to close')[0]).toBe('close_issue');
  });

  it('finds by title, description, server, parameters and the beginnings of words', () => {
    expect(found('e-mail')).toEqual(['send_mail']);
    expect(found('recipients')).toEqual(['send_mail']);
    expect(found('tracker')).toEqual(['close_issue', 'create_issue', 'listIssues']);
    expect(found('date')).toEqual(['read_calendar']);
    expect(found('calen')).toEqual(['read_calendar']);
    expect(found('munchen')).toEqual(['weather']);
    expect(found('翻訳')).toEqual(['translate']);
  });

  it('puts the tool of that very name first', () => {
    const many = [...tools, { name: 'mail', description: 'send send send mail mail' }];
    expect(searchTools(many, 'send_mail')[0]?.name).toBe('send_mail');
  });

  it('ranks a rare word over a common one, and the name over the description', () => {
    expect(found('issue calendar')[0]).toBe('read_calendar');
    const two = [
      { name: 'one', description: 'Draws a chart.' },
      { name: 'draw_chart', description: 'Makes a picture.' },
    ];
    expect(searchTools(two, 'chart').map(({ name }) => name)).toEqual(['draw_chart', 'one']);
  });

  it('finds nothing for words that nobody has, and for none', () => {
    expect(found('quantum')).toEqual([]);
    expect(found('the of a')).toEqual([]);
    expect(found('  ')).toEqual([]);
  });

  it('depends on the tools and the query alone, not on their order', () => {
    const tool = record({ name: string({ maxLength: 12 }), description: string({ maxLength: 60 }) });
    assert(
      property(array(tool, { maxLength: 20 }), string(), (many, query) => {
        const names = (list: typeof many) => searchTools(list, query).map(({ name }) => name);
        expect(names(many.toReversed())).toEqual(names(many));
      }),
    );
  });

  it('takes any schema, and very long texts', () => {
    assert(
      property(jsonValue(), (properties) => {
        const inputSchema = { properties };
        expect(searchTools([{ name: 'odd', inputSchema }], 'odd')).toHaveLength(1);
      }),
    );
    const long = { name: 'long', description: 'word '.repeat(1_000_000) };
    expect(searchTools([long], 'word '.repeat(100_000))).toEqual([long]);
  });
});
