import type { WorkspaceContents, ListedArtifact, HarnessTool } from '@loggia/sessions/harness';

export const text = { type: 'string' };

export function tool(
  name: string,
  description: string,
  properties: Readonly<Record<string, object>> = {},
  required: readonly string[] = [],
  more: Partial<HarnessTool> = {},
): HarnessTool {
  return { name, description, inputSchema: { type: 'object', properties, required }, ...more };
}

const artifact = { artifact: text };

const at = '2026-11-01T08:00:00.000Z';
export function one(
  id: string,
  title: string,
  type: string,
  more: Partial<ListedArtifact> = {},
): ListedArtifact {
  return { id, title, type, state: 'committed', version: 2, modifiedAt: at, collections: [], ...more };
}

export const draft = { state: 'draft', version: 1 };

export const desk: WorkspaceContents = {
  workspace: { id: 'w1', title: 'Welcome' },
  workspaces: [
    { id: 'w1', title: 'Welcome' },
    { id: 'w2', title: 'Studio' },
  ],
  artifacts: [
    one('cities', 'Cities', 'csv', { collections: ['handbook'] }),
    one('budget', 'Budget 2026', 'table', draft),
    one('start', 'Getting to know Loggia', 'board'),
    one('groceries', 'Groceries', 'board', draft),
    one('readme', 'Read me first', 'document', { collections: ['handbook'] }),
    one('rules', 'House rules', 'document', { collections: ['handbook'] }),
    one('notes', 'Meeting notes', 'document', draft),
    one('q1', 'Report Q1', 'document'),
    one('q2', 'Report Q2', 'document'),
    one('arcade', 'An arcade', 'image', { medium: 'image' }),
    one('measure', 'Measurements', 'json'),
    one('server', 'A server of your own', 'mcp', draft),
    one('oldplan', 'Old plan', 'document', { state: 'archived' }),
  ],
  trash: [one('sketch', 'Harbor sketch', 'image', { medium: 'image' })],
  types: [
    {
      id: 'board',
      label: 'Board',
      creatable: { label: 'Board', title: 'Untitled board' },
      servers: ['board'],
    },
    {
      id: 'table',
      label: 'Table',
      creatable: { label: 'New table', title: 'Untitled table' },
      servers: ['table'],
    },
    { id: 'csv', label: 'CSV table', servers: ['table', 'Loggia'] },
    {
      id: 'document',
      label: 'Document',
      creatable: { label: 'New document', title: 'Untitled' },
      servers: [],
    },
    { id: 'json', label: 'JSON', creatable: { label: 'New JSON' }, servers: [] },
    { id: 'image', label: 'Image', servers: [] },
    { id: 'mcp', label: 'MCP server', creatable: { label: 'New MCP server' }, servers: ['servers'] },
  ],
  collections: [
    { id: 'handbook', title: 'Handbook' },
    { id: 'recipes', title: 'Recipes' },
  ],
  tools: 'loggia',
  servers: ['loggia', 'board', 'table', 'servers', 'everything', 'files'].map((title) => ({
    id: title,
    title,
    state: 'ready',
  })),
  sessions: [
    { id: 'lisbon', title: 'Trip to Lisbon' },
    { id: 'review', title: 'Budget review' },
  ],
};

export const reads = { readOnly: true };
const of = (server: string, tools: readonly HarnessTool[]) => tools.map((each) => ({ ...each, server }));

/** In the shape of the host's own commands and of the handlers that come with it. */
const hostTools: readonly HarnessTool[] = of('loggia', [
  tool(
    'list_artifacts',
    'Lists artifacts of a workspace or a collection, by the page.',
    { workspace: text },
    [],
    reads,
  ),
  tool('get_artifact', 'Reads one artifact with its context.', artifact, ['artifact'], reads),
  tool('read_text', 'Reads an artifact as text.', artifact, ['artifact'], reads),
  tool('search', 'Finds artifacts and messages by their words.', { query: text }, ['query'], reads),
  tool('list_versions', 'Lists the versions of an artifact.', artifact, ['artifact'], reads),
  tool('list_commits', 'Lists the commits of a workspace.', { workspace: text }, ['workspace'], reads),
  tool(
    'preview_commit',
    'Shows what a commit would change.',
    { artifacts: { type: 'array' } },
    ['artifacts'],
    reads,
  ),
  ...[
    'create_artifact',
    'update_artifact',
    'commit_artifacts',
    'archive_artifacts',
    'unarchive_artifacts',
    'undelete_artifacts',
    'restore_version',
    'create_collection',
    'create_workspace',
    'link_artifacts',
    'unlink_artifacts',
  ].map((name) => tool(name, 'Changes something.', {}, [], { readOnly: false })),
  ...['delete_artifacts', 'discard_draft'].map((name) =>
    tool(name, 'Removes something.', {}, [], { readOnly: false, destructive: true }),
  ),
]);

const column = { type: 'string', description: 'Title of a column, or its letter' };
const list = (properties: object) => ({ type: 'array', items: { type: 'object', properties } });

const handlers: readonly HarnessTool[] = [
  ...of('board', [
    tool('board_list', 'Lists the columns and cards of a board, with their ids.', artifact, ['artifact'], {
      ...reads,
      title: 'List the board',
    }),
    tool(
      'board_add_card',
      'Adds a card to a column of a board.',
      {
        ...artifact,
        column,
        title: text,
        text,
        labels: { type: 'array', items: text },
        due: { ...text, format: 'date' },
        position: { type: 'integer' },
      },
      ['artifact', 'title'],
      { title: 'Add a card' },
    ),
    tool(
      'board_move_card',
      'Moves a card to a column of its board, and to a place in it.',
      { ...artifact, card: text, column, position: { type: 'integer' } },
      ['artifact', 'card', 'column'],
      { title: 'Move a card' },
    ),
    tool(
      'board_update_card',
      'Changes the given fields of a card.',
      { ...artifact, card: text, title: text, text },
      ['artifact', 'card'],
      { title: 'Change a card' },
    ),
  ]),
  ...of('table', [
    tool(
      'table_query',
      'Filters, sorts, groups and calculates. Without conditions it shows the first rows; at most 200 at a time.',
      {
        ...artifact,
        columns: { type: 'array', items: text },
        where: list({ column, is: text }),
        search: text,
        groupBy: column,
        reckon: list({ column, how: { type: 'string', enum: ['count', 'sum', 'average', 'min', 'max'] } }),
        sort: list({ column: text, descending: { type: 'boolean' } }),
        offset: { type: 'integer' },
        limit: { type: 'integer', minimum: 1, maximum: 200 },
      },
      ['artifact'],
      { ...reads, title: 'Query a table' },
    ),
    tool(
      'table_describe',
      'The columns of a table, what kind they are, and their ranges.',
      artifact,
      ['artifact'],
      { ...reads, title: 'Describe a table' },
    ),
    tool(
      'table_append_rows',
      'Adds rows at the end of a table, each as an object by column title or as a list of cells.',
      { ...artifact, rows: { type: 'array', items: { type: 'array', items: text } } },
      ['artifact', 'rows'],
      { title: 'Append rows' },
    ),
    tool(
      'table_set_cells',
      'Writes single cells.',
      { ...artifact, cells: list({ row: { type: 'integer' }, column, value: text }) },
      ['artifact', 'cells'],
      { title: 'Change cells' },
    ),
  ]),
  ...of('servers', [
    tool('server_status', 'Says how a server is.', artifact, ['artifact'], {
      ...reads,
      title: 'Status of the server',
    }),
  ]),
];

const strangers: readonly HarnessTool[] = [
  ...of('everything', [
    tool('echo', 'Echoes back the input string', { message: text }, ['message'], { title: 'Echo Tool' }),
    tool(
      'get-sum',
      'Returns the sum of two numbers',
      { a: { type: 'number' }, b: { type: 'number' } },
      ['a', 'b'],
      { title: 'Get Sum Tool' },
    ),
    tool('get-env', 'Returns all environment variables, helpful for debugging', {}, [], {
      title: 'Print Environment Tool',
    }),
    tool('get-tiny-image', 'Returns a tiny MCP logo image.', {}, [], { title: 'Get Tiny Image Tool' }),
  ]),
  ...of('files', [
    tool('list_directory', 'Lists the files and folders in a directory.', { path: text }, ['path'], reads),
    tool('read_text_file', 'Reads a text file.', { path: text }, ['path'], reads),
    tool(
      'write_file',
      'Writes a file, or overwrites it.',
      { path: text, content: text },
      ['path', 'content'],
      { destructive: true },
    ),
    tool('get-budget-data', 'Returns budget data for the dashboard.', {}, [], {
      ...reads,
      title: 'Budget dashboard',
      hasView: true,
    }),
  ]),
];

export const tools: readonly HarnessTool[] = [...hostTools, ...handlers, ...strangers];
