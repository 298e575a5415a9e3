import type { HarnessTool } from '@loggia/sessions/harness';

type Properties = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const text = { type: 'string' };
const path = { path: text };

export function tool(
  name: string,
  description: string,
  properties: Properties = {},
  required: readonly string[] = [],
  more: Partial<HarnessTool> = {},
): HarnessTool {
  return { name, description, inputSchema: { type: 'object', properties, required }, ...more };
}

/** In the shape of the tools that published servers offer. */
const everything: readonly HarnessTool[] = [
  tool(
    'echo',
    'Echoes back the input string',
    { message: { ...text, description: 'Message to echo' } },
    ['message'],
    {
      title: 'Echo Tool',
    },
  ),
  tool(
    'get-annotated-message',
    'Demonstrates how annotations can be used to provide metadata about content.',
    {
      messageType: { ...text, enum: ['error', 'success', 'debug'], description: 'Type of message' },
      includeImage: { type: 'boolean', default: false, description: 'Whether to include an example image' },
    },
    ['messageType'],
    { title: 'Get Annotated Message Tool' },
  ),
  tool(
    'get-env',
    'Returns all environment variables, helpful for debugging MCP server configuration',
    {},
    [],
    {
      title: 'Print Environment Tool',
    },
  ),
  tool(
    'get-resource-links',
    'Returns up to ten resource links that reference different types of resources',
    {
      count: {
        type: 'number',
        default: 3,
        minimum: 1,
        maximum: 10,
        description: 'Number of resource links (1-10)',
      },
    },
    [],
    { title: 'Get Resource Links Tool' },
  ),
  tool(
    'get-structured-content',
    'Returns structured content along with an output schema for client data validation',
    { location: { ...text, enum: ['New York', 'Chicago', 'Los Angeles'], description: 'Choose city' } },
    ['location'],
    { title: 'Get Structured Content Tool' },
  ),
  tool(
    'get-sum',
    'Returns the sum of two numbers',
    {
      a: { type: 'number', description: 'First number' },
      b: { type: 'number', description: 'Second number' },
    },
    ['a', 'b'],
    { title: 'Get Sum Tool' },
  ),
  tool('get-tiny-image', 'Returns a tiny MCP logo image.', {}, [], { title: 'Get Tiny Image Tool' }),
  tool('toggle-simulated-logging', 'Toggles simulated, random-leveled logging on or off.', {}, [], {
    title: 'Toggle Simulated Logging',
  }),
  tool(
    'trigger-long-running-operation',
    'Demonstrates a long running operation with progress updates.',
    {
      duration: { type: 'number', default: 10, description: 'Duration of the operation in seconds' },
      steps: { type: 'number', default: 5, description: 'Number of steps in the operation' },
    },
    [],
    { title: 'Trigger Long Running Operation Tool' },
  ),
  tool(
    'simulate-research-query',
    'Simulates a deep research operation that gathers, analyzes, and synthesizes information.',
    {
      topic: { ...text, description: 'The research topic to investigate' },
      ambiguous: { type: 'boolean', default: false, description: 'Simulate an ambiguous query' },
    },
    ['topic'],
    { title: 'Simulate Research Query' },
  ),
].map((one) => ({ ...one, server: 'everything' }));

const filesystem: readonly HarnessTool[] = [
  tool(
    'read_file',
    'Read the complete contents of a file as text. DEPRECATED: Use read_text_file instead.',
    path,
    ['path'],
    {
      title: 'Read File (Deprecated)',
      readOnly: true,
    },
  ),
  tool(
    'read_text_file',
    'Read the complete contents of a file from the file system as text. Handles various text encodings.',
    {
      ...path,
      tail: { type: 'number', description: 'If provided, returns only the last N lines of the file' },
      head: { type: 'number', description: 'If provided, returns only the first N lines of the file' },
    },
    ['path'],
    { title: 'Read Text File', readOnly: true },
  ),
  tool(
    'read_media_file',
    'Read a file and return it as a base64-encoded content block with its MIME type.',
    path,
    ['path'],
    {
      title: 'Read Media File',
      readOnly: true,
    },
  ),
  tool(
    'read_multiple_files',
    'Read the contents of multiple files simultaneously.',
    { paths: { type: 'array', items: text, description: 'Array of file paths to read.' } },
    ['paths'],
    { title: 'Read Multiple Files', readOnly: true },
  ),
  tool(
    'write_file',
    'Create a new file or completely overwrite an existing file with new content. Use with caution.',
    { ...path, content: text },
    ['path', 'content'],
    { title: 'Write File', readOnly: false, destructive: true },
  ),
  tool(
    'edit_file',
    'Make line-based edits to a text file. Each edit replaces exact line sequences with new content.',
    {
      ...path,
      edits: { type: 'array', items: { type: 'object', properties: { oldText: text, newText: text } } },
      dryRun: { type: 'boolean', default: false, description: 'Preview changes using git-style diff format' },
    },
    ['path', 'edits'],
    { title: 'Edit File', readOnly: false, destructive: true },
  ),
  tool('create_directory', 'Create a new directory or ensure a directory exists.', path, ['path'], {
    title: 'Create Directory',
    readOnly: false,
  }),
  tool(
    'list_directory',
    'Get a detailed listing of all files and directories in a specified path.',
    path,
    ['path'],
    { title: 'List Directory', readOnly: true },
  ),
  tool(
    'list_directory_with_sizes',
    'Get a detailed listing of all files and directories in a specified path, including sizes.',
    {
      ...path,
      sortBy: {
        ...text,
        default: 'name',
        enum: ['name', 'size'],
        description: 'Sort entries by name or size',
      },
    },
    ['path'],
    { title: 'List Directory with Sizes', readOnly: true },
  ),
  tool(
    'directory_tree',
    'Get a recursive tree view of files and directories as a JSON structure.',
    path,
    ['path'],
    {
      title: 'Directory Tree',
      readOnly: true,
    },
  ),
  tool(
    'move_file',
    'Move or rename files and directories. If the destination exists, the operation will fail.',
    { source: text, destination: text },
    ['source', 'destination'],
    { title: 'Move File', readOnly: false, destructive: true },
  ),
  tool(
    'search_files',
    'Recursively search for files and directories matching a pattern.',
    { ...path, pattern: text, excludePatterns: { type: 'array', items: text, default: [] } },
    ['path', 'pattern'],
    { title: 'Search Files', readOnly: true },
  ),
  tool(
    'get_file_info',
    'Retrieve detailed metadata about a file or directory, including size, creation time, last modified time.',
    path,
    ['path'],
    { title: 'Get File Info', readOnly: true },
  ),
  tool(
    'list_allowed_directories',
    'Returns the list of directories that this server is allowed to access.',
    {},
    [],
    {
      title: 'List Allowed Directories',
      readOnly: true,
    },
  ),
].map((one) => ({ ...one, server: 'filesystem' }));

const apps: readonly HarnessTool[] = [
  tool(
    'get-budget-data',
    'Returns budget configuration with 24 months of historical allocations and industry benchmarks by company stage.',
    {},
    [],
    { title: 'Get Budget Data', server: 'budget-allocator', hasView: true },
  ),
  tool(
    'get-system-info',
    'Returns system information, including hostname, platform, CPU info, and memory.',
    {},
    [],
    {
      title: 'Get System Info',
      server: 'system-monitor',
      hasView: true,
    },
  ),
  tool(
    'get-cohort-data',
    'Returns cohort retention heatmap data showing customer retention over time by signup month',
    {
      metric: { ...text, default: 'retention', enum: ['retention', 'revenue', 'active'] },
      periodType: { ...text, default: 'monthly', enum: ['monthly', 'weekly'] },
      cohortCount: { type: 'number', default: 12, minimum: 3, maximum: 24 },
      maxPeriods: { type: 'number', default: 12, minimum: 3, maximum: 24 },
    },
    [],
    { title: 'Get Cohort Retention Data', server: 'cohort-heatmap', hasView: true },
  ),
  tool('get-time', 'Returns the current server time as an ISO 8601 string.', {}, [], {
    title: 'Get Time',
    server: 'clock',
    hasView: true,
  }),
];

const assorted: readonly HarnessTool[] = [
  tool(
    'convert_units',
    'Converts a value from one unit of measurement to another.',
    { value: { type: 'number' }, from: text, to: text },
    ['value', 'from', 'to'],
    { server: 'units' },
  ),
  tool(
    'getWeather',
    'Weather forecast for a city.',
    { city: text, days: { type: 'integer', minimum: 1, maximum: 7, description: 'How many days' } },
    ['city'],
    { server: 'weather' },
  ),
  tool('summarize', 'Summarizes a text.', { text }, ['text'], { server: 'writing' }),
  tool('web_search', 'Searches the web.', { query: text, limit: { type: 'integer' } }, ['query'], {
    server: 'web',
  }),
  tool('fetch_page', 'Downloads a page.', { url: { ...text, format: 'uri' } }, ['url'], { server: 'web' }),
  tool(
    'create_event',
    'Adds an event to the calendar.',
    { title: text, date: { ...text, format: 'date' }, allDay: { type: 'boolean' } },
    ['title', 'date'],
    { server: 'calendar' },
  ),
];

export const all: readonly HarnessTool[] = [...everything, ...filesystem, ...apps, ...assorted];

export function named(name: string): HarnessTool {
  const found = all.find((one) => one.name === name);
  if (!found) throw new Error(`No tool of the testkit is called ${name}.`);
  return found;
}
