import { parseTypeFiles, parseTypeUri } from '@loggia/content';
import { Peer } from '@loggia/testing/handlers';
import { describe, expect, it } from 'vitest';
import { hostWith, tableType } from './fake-host.testkit.ts';
import { tableServer } from './server.ts';

const orders = 'City,Amount\nBerlin,10\nParis,20\nBerlin,5\n';

async function open(content: string | Uint8Array = orders, type = tableType) {
  const host = await hostWith({ content, type });
  const peer = await Peer.connect(tableServer('<p>view</p>').newServer());
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const result = await peer.callTool(name, { artifact: 't1', ...args }, host.meta);
    if (result['isError']) throw new Error(result['content'][0].text);
    return result['structuredContent'] ?? result['content'][0].text;
  };
  const opening = () => call('open_table', { artifact: host.shown() });
  return { host, peer, call, opening };
}

describe('the table handler', () => {
  it('G1: defines its type and an alternate for CSV, both whole', async () => {
    const { peer } = await open();
    const { resources } = await peer.request('resources/list');
    const types = new Map<string, Map<string, string>>();
    for (const { uri } of resources) {
      const place = parseTypeUri(uri);
      if (place === undefined) continue;
      const files = types.get(place.mime) ?? new Map<string, string>();
      types.set(place.mime, files.set(place.file, await peer.readText(uri)));
    }
    expect([...types.keys()].sort()).toEqual([tableType, 'text/csv']);
    for (const [mime, files] of types) {
      const parsed = parseTypeFiles(mime, files);
      expect(parsed.problems).toEqual([]);
      expect(parsed.contract?.presentation.viewer).toEqual({
        tool: mime === tableType ? 'open_table' : 'open_csv',
      });
    }
  });

  it('B6: shows models what is theirs and keeps the rest for its View', async () => {
    const { peer } = await open();
    const { tools } = await peer.request('tools/list');
    const seen = tools
      .filter((tool: { _meta: { ui: { visibility: string[] } } }) =>
        tool._meta.ui.visibility.includes('model'),
      )
      .map((tool: { name: string }) => tool.name);
    expect(seen.sort()).toEqual(['table_append_rows', 'table_describe', 'table_query', 'table_set_cells']);
  });

  it('opens with the first piece, and gives the rest piece by piece', async () => {
    // So that the end of the first piece is in the middle of a character.
    const long = `ab\n${'😀'.repeat(400_000)}\n`;
    const { call, opening } = await open(long);
    const first = await opening();
    let { text, next } = first;
    while (next !== undefined) {
      const piece = await call('read_table', { hash: first.hash, from: next });
      text += piece.text;
      // Throws for half of a character.
      encodeURIComponent(piece.text);
      next = piece.next;
    }
    expect(text === long).toBe(true);
  });

  it('tells a View that reads on when the table has changed meanwhile', async () => {
    const { host, call, opening } = await open();
    const { hash } = await opening();
    host.state.content = Buffer.from('a\n1\n');
    expect(await call('read_table', { hash, from: 0 })).toMatchObject({ changed: true });
  });

  it('reads the beginning of a file that is too large, in whole lines, and refuses to save it', async () => {
    const line = `${'x'.repeat(1023)}\n`;
    const { call, opening } = await open(`a\n${line.repeat(21 * 1024)}`);
    const first = await opening();
    expect([first.cut, first.length <= 20 * 1024 * 1024, (first.length - 2) % 1024]).toEqual([true, true, 0]);
    const change = { operations: [{ kind: 'setCells', cells: [[0, 0, 'y']] }] };
    await expect(call('save_table', { ...change, revision: 1, hash: first.hash })).rejects.toThrow(
      'saving would lose the rest',
    );
  });

  it('reads what older programs wrote', async () => {
    const { opening } = await open(Buffer.from('Stadt\nK\xf6ln\n', 'latin1'));
    expect((await opening()).text).toBe('Stadt\nKöln\n');
  });

  it('F3: saves edits in the habits of the file, with how it is looked at', async () => {
    const { host, call, opening } = await open('\uFEFFCity;Amount\r\n"a;b";10\r\n');
    const { revision, hash } = await opening();
    const saved = await call('save_table', {
      revision,
      hash,
      operations: [
        { kind: 'setCells', cells: [[0, 1, '11']] },
        { kind: 'insertRows', rows: [[1, ['x "y"', '2']]] },
      ],
      layout: { columns: [{ kind: 'text', width: 200 }], sort: [], filters: [] },
    });
    expect(host.state.content?.toString()).toBe('\uFEFFCity;Amount\r\n"a;b";11\r\n"x ""y""";2\r\n');
    expect(host.state.artifact.context).toEqual({
      mine: true,
      columns: [{ kind: 'text', width: 200 }],
      sort: [],
      filters: [],
      summary: { rows: 2, columns: ['City', 'Amount'] },
    });
    expect(saved).toEqual({ revision: 2, state: 'draft', hash: host.shown().content?.hash });
    const again = { operations: [{ kind: 'renameColumn', at: 0, title: 'Town' }] };
    expect(await call('save_table', { ...again, revision: saved.revision, hash: saved.hash })).toMatchObject({
      revision: 3,
    });
  });

  it("leaves the context of somebody else's CSV alone", async () => {
    const { host, call, opening } = await open(orders, 'text/csv');
    const { revision, hash } = await opening();
    await call('save_table', {
      revision,
      hash,
      operations: [{ kind: 'removeRows', at: [0] }],
      layout: { sort: [] },
    });
    expect([host.state.content?.toString(), host.state.artifact.context]).toEqual([
      'City,Amount\nParis,20\nBerlin,5\n',
      { mine: true },
    ]);
  });

  it('F1: keeps a type that somebody chose, also for a CSV file, and models get it', async () => {
    const { host, call, opening } = await open('City,Code\nA,1\nB,2\n', 'text/csv');
    const { revision, hash } = await opening();
    const layout = { columns: [{}, { kind: 'text' }] };
    await call('save_table', { revision, hash, operations: [], layout, remember: true });
    expect(host.state.artifact.context).toEqual({ mine: true, table: layout });
    expect(await call('table_describe')).toContain('Code (text): 2 different');
  });

  it('F3: reports a conflict and writes nothing, however late it shows', async () => {
    const { host, call, opening } = await open();
    const { revision, hash } = await opening();
    const edit = { hash, operations: [{ kind: 'setCells', cells: [[0, 0, 'Bonn']] }] };
    expect(await call('save_table', { ...edit, revision: revision - 1 })).toMatchObject({
      conflict: true,
      revision: 1,
    });
    expect(await call('save_table', { ...edit, revision, hash: 'other' })).toMatchObject({ conflict: true });
    host.meddlers.push(() => {
      host.state.artifact.revision = 7;
    });
    expect(await call('save_table', { ...edit, revision })).toMatchObject({ conflict: true, revision: 7 });
    expect(host.state.content?.toString()).toBe(orders);
  });

  it('F3: writes what is too long for a message as bytes, and looks for a conflict before', async () => {
    const long = `a,b\n${`${'x'.repeat(400)},1\n`.repeat(9000)}`;
    const { host, call, opening } = await open(long);
    const { revision, hash } = await opening();
    const edit = { operations: [{ kind: 'setCells', cells: [[0, 1, '2']] }] };
    const saved = await call('save_table', { ...edit, revision, hash });
    expect(host.asked.filter((line) => line.startsWith('PUT'))).toHaveLength(1);
    expect(host.state.content?.toString('utf8', 404, 408)).toBe(',2\nx');
    expect(host.state.artifact.context['summary']).toEqual({ rows: 9000, columns: ['a', 'b'] });
    expect(saved.hash).toBe(host.shown().content?.hash);
    const faster = (): void => {
      host.state.artifact.revision = 50;
    };
    host.lookers.push(() => undefined, faster);
    expect(await call('save_table', { ...edit, ...saved })).toMatchObject({ conflict: true, revision: 50 });
    expect(host.asked.filter((line) => line.startsWith('PUT'))).toHaveLength(1);
  });

  it('refuses edits that do not belong to this table, and those that are none', async () => {
    const { host, call, opening } = await open();
    const { revision, hash } = await opening();
    const save = (operation: unknown) => call('save_table', { revision, hash, operations: [operation] });
    await expect(save({ kind: 'removeRows', at: [99] })).rejects.toThrow('There is no row 100');
    await expect(save({ kind: 'dropTable' })).rejects.toThrow('Invalid');
    expect(host.state.content?.toString()).toBe(orders);
  });

  it('reads the content once for many questions', async () => {
    const { host, call, opening } = await open();
    await opening();
    await call('table_query');
    await call('table_describe');
    expect(host.asked.filter((line) => line.startsWith('GET'))).toHaveLength(1);
  });

  it('answers questions of models, and adds and changes rows for them', async () => {
    const { host, call } = await open();
    expect(
      await call('table_query', { groupBy: 'City', reckon: [{ column: 'Amount', how: 'sum' }] }),
    ).toMatchObject({
      rows: [
        ['Berlin', 2, 15],
        ['Paris', 1, 20],
      ],
    });
    expect(await call('table_append_rows', { rows: [{ amount: 7, City: 'Oslo' }, ['Rome']] })).toContain(
      'has 5 rows now',
    );
    await call('table_set_cells', { cells: [{ row: 1, column: 'Amount', value: null }] });
    expect(host.state.content?.toString()).toBe('City,Amount\nBerlin,\nParis,20\nBerlin,5\nOslo,7\nRome\n');
    await expect(call('table_append_rows', { rows: [{ Town: 'x' }] })).rejects.toThrow(
      'The columns are: City, Amount.',
    );
  });

  it('calculates formulas for models, shows them when asked, and says at once what came of a new one', async () => {
    const { host, call } = await open('Item,Price\na,1\nb,2\nTotal,=SUM(B2:B3)\n');
    expect(
      await call('table_query', { where: [{ column: 'Price', is: '>2' }], formulas: true }),
    ).toMatchObject({
      rows: [['Total', '3']],
      formulas: [{ cell: 'B4', formula: '=SUM(B2:B3)' }],
    });
    expect(await call('table_query')).not.toHaveProperty('formulas');
    expect(
      await call('table_set_cells', {
        cells: [
          { cell: 'B2', value: 5 },
          { row: 2, column: 'Price', value: '=B2/0' },
        ],
      }),
    ).toContain("B3 is #DIV/0! (Numbers can't be divided by zero or by an empty cell.)");
    expect(host.state.content?.toString()).toBe('Item,Price\na,5\nb,=B2/0\nTotal,=SUM(B2:B3)\n');
    expect(await call('table_describe')).toContain('2 formulas, 2 of them without a result');
    await expect(call('table_set_cells', { cells: [{ cell: 'B1', value: 1 }] })).rejects.toThrow(
      'row 1 is the header',
    );
  });

  it('H3: gives its text to search and says what is in it', async () => {
    const { host, call } = await open();
    const about = { artifact: host.shown() };
    expect(await call('table_extract_text', { ...about, capability: 'extract_text' })).toEqual({
      text: 'City\tAmount\nBerlin\t10\nParis\t20\nBerlin\t5',
    });
    expect((await call('csv_summarize', { ...about, capability: 'summarize' })).text).toContain(
      '3 rows, 2 columns',
    );
  });

  it('H4: says what to do where a call brings no access', async () => {
    const { peer } = await open();
    const result = await peer.callTool('table_query', { artifact: 't1' });
    expect([result['isError'], result['content'][0].text]).toEqual([
      true,
      expect.stringContaining('Open the artifact'),
    ]);
  });

  it('starts empty', async () => {
    const host = await hostWith({});
    const peer = await Peer.connect(tableServer('').newServer());
    const opened = await peer.callTool('open_table', { artifact: host.shown() }, host.meta);
    expect(opened['structuredContent']).toMatchObject({ text: '', hash: '', length: 0 });
    const operations = [{ kind: 'replace', columns: ['a'], rows: [['1']] }];
    await peer.callTool('save_table', { artifact: 't1', revision: 1, hash: '', operations }, host.meta);
    expect(host.state.content?.toString()).toBe('a\n1\n');
  });
});
