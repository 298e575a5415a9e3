import { describe, expect, it } from 'vitest';
import { lastWords } from './last-words.ts';

const npmLog =
  'npm error A complete log of this run can be found in: /home/ann/.npm/_logs/2026-01-02-debug-0.log';

/** The standard error of real servers, shortened; then the words that a person would pick. */
const lasting: readonly (readonly [string, string, string])[] = [
  [
    'a mistyped package',
    `npm error code E404
npm error 404 Not Found - GET https://registry.npmjs.org/@modelcontextprotocol%2fserver-filesytem
npm error 404
npm error 404  The requested resource '@modelcontextprotocol/server-filesytem@*' could not be found or you do not have permission to access it.
npm error 404
npm error 404 Note that you can also install from a
npm error 404 tarball, folder, http url, or git url.
${npmLog}`,
    "npm error E404: The requested resource '@modelcontextprotocol/server-filesytem@*' could not be found or you do not have permission to access it.",
  ],
  [
    'an unknown version',
    `npm error code ETARGET
npm error notarget No matching version found for @modelcontextprotocol/server-everything@99.1.2.
npm error notarget In most cases you or one of your dependencies are requesting a package version that doesn't exist.
${npmLog}`,
    'npm error ETARGET: No matching version found for @modelcontextprotocol/server-everything@99.1.2.',
  ],
  [
    'an old Node',
    `npm error code EBADENGINE
npm error engine Unsupported engine
npm error engine Not compatible with your version of node/npm: tickets@1.0.0
npm error notsup Not compatible with your version of node/npm: tickets@1.0.0
npm error notsup Required: {"node":">=99"}
npm error notsup Actual:   {"node":"v20.20.2","npm":"11.19.1"}
${npmLog}`,
    'npm error EBADENGINE: Not compatible with your version of node/npm: tickets@1.0.0. Required: {"node":">=99"}',
  ],
  [
    'a package without a program',
    `npm error could not determine executable to run
${npmLog}`,
    'npm error: could not determine executable to run',
  ],
  [
    'a native build that fails',
    `npm error code 1
npm error path /home/ann/.npm/_npx/1f/node_modules/sqlite3
npm error command failed
npm error command sh -c prebuild-install -r napi || node-gyp rebuild
npm error gyp ERR! find Python
${npmLog}`,
    'npm error: The install script of sqlite3 failed: prebuild-install -r napi || node-gyp rebuild.',
  ],
  [
    'a damaged npx cache, seen by npm',
    `npm error Invalid Version:
${npmLog}`,
    "npx's copy of the package is damaged (npm error Invalid Version), as after an installation that was cut off. Delete it with `rm -rf /home/ann/.npm/_npx`, then start the server again.",
  ],
  [
    'a damaged npx cache, seen by Node',
    `node:internal/modules/package_json_reader:268
  throw new ERR_MODULE_NOT_FOUND(packageName, fileURLToPath(base), null);
        ^

Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /home/ann/.npm/_npx/8ac71bd1acdc4a5e/node_modules/@bytebase/dbhub/dist/index.js
    at Object.getPackageJSONURL (node:internal/modules/package_json_reader:268:9) {
  code: 'ERR_MODULE_NOT_FOUND'
}

Node.js v20.20.2`,
    "npx's copy of the package is damaged (Cannot find package 'zod'), as after an installation that was cut off. Delete it with `rm -rf /home/ann/.npm/_npx/8ac71bd1acdc4a5e`, then start the server again.",
  ],
  [
    'usage after the reason',
    `Error: No access token was provided.
Run \`sentry-mcp auth login\` interactively first, or pass \`--access-token\` / \`SENTRY_ACCESS_TOKEN\`.
Usage: @sentry/mcp-server [--access-token=<token>] [--host=<host>]

Authentication:
  --access-token <token>  Sentry User Auth Token with API access
                          Required for self-hosted instances

Environment variables:
  SENTRY_ACCESS_TOKEN     Required for self-hosted instances`,
    'Error: No access token was provided. Run `sentry-mcp auth login` interactively first, or pass `--access-token` / `SENTRY_ACCESS_TOKEN`.',
  ],
  [
    'a flag that nobody knows',
    `Error: unknown flag: --bogus
Usage:
  kubernetes-mcp-server [command] [options] [flags]

Flags:
      --config string   Path of the config file. An invalid one is an error.`,
    'Error: unknown flag: --bogus',
  ],
  [
    'usage alone',
    `Obsidian MCP Server - Multi-vault Support

Usage: obsidian-mcp <vault1_path> [vault2_path ...]

Requirements:
- Paths must point to valid Obsidian vaults (containing .obsidian directory)

initialize it properly. This creates the required .obsidian configuration directory.
For security reasons, vault paths cannot:
  - Be a system directory`,
    'Usage: obsidian-mcp <vault1_path> [vault2_path ...]',
  ],
  [
    'usage before the reason',
    `Usage: tickets --token <token>

Options:
  --token  The token  [string] [required]

Missing required argument: token`,
    'Missing required argument: token',
  ],
  [
    'a command that nobody gave',
    "[DEBUG 2026-01-02T12:00:00.000Z] Uncaught exception: Error: Unknown command: undefined. Expected 'init' or 'run'.",
    "Error: Unknown command: undefined. Expected 'init' or 'run'.",
  ],
  [
    'a missing variable',
    'Error: BRAVE_API_KEY environment variable is required',
    'Error: BRAVE_API_KEY environment variable is required',
  ],
  [
    'two missing variables',
    'Please set SLACK_BOT_TOKEN and SLACK_TEAM_ID environment variables',
    'Please set SLACK_BOT_TOKEN and SLACK_TEAM_ID environment variables',
  ],
  [
    'a missing variable below a colon',
    `Missing required environment variables:
  - JIRA_HOST`,
    'Missing required environment variables: JIRA_HOST',
  ],
  [
    'a missing key with its stack',
    `\u001b[31m🚨  Error initializing Stripe MCP server:\u001b[39m

   Stripe API key not provided. Please either pass it as an argument --api-key=$KEY or set the STRIPE_SECRET_KEY environment variable.

/home/ann/.npm/_npx/bce731a0395adf49/node_modules/@stripe/mcp/dist/cli.js:34
        throw new Error('Stripe API key not provided.');
              ^
    at parseArgs (/home/ann/.npm/_npx/bce731a0395adf49/node_modules/@stripe/mcp/dist/cli.js:34:15)

Node.js v20.20.2`,
    'Stripe API key not provided. Please either pass it as an argument --api-key=$KEY or set the STRIPE_SECRET_KEY environment variable.',
  ],
  [
    'a missing variable, after the code that complains',
    `file:///home/ann/.npm/_npx/e954c1e63b44fb9b/node_modules/@hubspot/mcp-server/dist/utils/client.js:12
            throw new Error('HubSpot access token is required. Set PRIVATE_APP_ACCESS_TOKEN in your environment variables and retry.');
                  ^

Error: HubSpot access token is required. Set PRIVATE_APP_ACCESS_TOKEN in your environment variables and retry.
    at new HubSpotClient (file:///home/ann/.npm/_npx/e954c1e63b44fb9b/node_modules/@hubspot/mcp-server/dist/utils/client.js:12:19)

Node.js v20.20.2`,
    'Error: HubSpot access token is required. Set PRIVATE_APP_ACCESS_TOKEN in your environment variables and retry.',
  ],
  [
    'advice in several steps',
    `Failed to start server: Error loading OAuth keys: OAuth credentials not found. Please provide credentials using one of these methods:

1. Environment variable:
   Set GOOGLE_OAUTH_CREDENTIALS to the path of your credentials file:
   export GOOGLE_OAUTH_CREDENTIALS="/path/to/gcp-oauth.keys.json"

2. Default file path:
   Place your gcp-oauth.keys.json file in the package root directory.`,
    'Failed to start server: Error loading OAuth keys: OAuth credentials not found. Please provide credentials using one of these methods: 1. Environment variable: Set GOOGLE_OAUTH_CREDENTIALS to the path of your credentials file: export GOOGLE_OAUTH_CREDENTIALS="/path/to/gcp-oauth.keys.json"',
  ],
  [
    'advice behind the prefix of a logger',
    `[ERROR:auth0-mcp] Authorization Error: No valid authorization token found
[ERROR:auth0-mcp] Recommended actions:
[ERROR:auth0-mcp] 1. Run npx @auth0/auth0-mcp-server init to authorize with Auth0
[ERROR:auth0-mcp] 2. Use npx @auth0/auth0-mcp-server session to check your current session status`,
    'Authorization Error: No valid authorization token found. Recommended actions: 1. Run npx @auth0/auth0-mcp-server init to authorize with Auth0',
  ],
  [
    'a missing argument',
    'Please provide a database URL as a command-line argument',
    'Please provide a database URL as a command-line argument',
  ],
  [
    'either of two variables',
    'Either FIGMA_API_KEY or FIGMA_OAUTH_TOKEN is required (via CLI argument or .env file)',
    'Either FIGMA_API_KEY or FIGMA_OAUTH_TOKEN is required (via CLI argument or .env file)',
  ],
  [
    'Python settings',
    `Traceback (most recent call last):
  File "/app/server.py", line 3, in <module>
    settings = Settings()
pydantic_core._pydantic_core.ValidationError: 1 validation error for Settings
api_key
  Field required [type=missing, input_value={}, input_type=dict]`,
    'pydantic_core._pydantic_core.ValidationError: 1 validation error for Settings api_key Field required [type=missing, input_value={}, input_type=dict]',
  ],
  [
    'a missing Python module',
    `Traceback (most recent call last):
  File "x.py", line 1, in <module>
ModuleNotFoundError: No module named 'y'`,
    "ModuleNotFoundError: No module named 'y'",
  ],
  [
    'a definition with a mistake',
    `/srv/parcels/server.mjs:9
    throw new Error('…');
          ^

Error: The definition of the type application/x-parcel is wrong.
  behaviors.json /events/0: "shipped" isn't an event. Use one of the events that are listed in the documentation.
    at checkedFiles (file:///srv/kit/checked-files.js:19:9)

Node.js v20.20.2`,
    'Error: The definition of the type application/x-parcel is wrong. behaviors.json /events/0: "shipped" isn\'t an event. Use one of the events that are listed in the documentation.',
  ],
];

/** These may be over at the next attempt. */
const passing: readonly (readonly [string, string, string])[] = [
  [
    'a port in use',
    `Starting…
node:events:497
      throw er; // Unhandled 'error' event
Error: listen EADDRINUSE: address already in use :::3333
    at Server.setupListenHandle [as _listen2] (node:net:1940:16)

Node.js v20.1.0`,
    'Error: listen EADDRINUSE: address already in use :::3333',
  ],
  [
    'a database that is down',
    `[Redis Retry] Attempt 1/5 failed
[Redis Error] Error: connect ECONNREFUSED 127.0.0.1:1
[Redis Error] Connection: redis://127.0.0.1:1
    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1611:16)`,
    '[Redis Error] Error: connect ECONNREFUSED 127.0.0.1:1',
  ],
  [
    'no network for npm',
    `npm error code ENOTFOUND
npm error syscall getaddrinfo
npm error errno ENOTFOUND
npm error network request to https://registry.npmjs.org/tickets failed, reason: getaddrinfo ENOTFOUND registry.npmjs.org
npm error network This is a problem related to network connectivity.
${npmLog}`,
    'npm error ENOTFOUND: request to https://registry.npmjs.org/tickets failed, reason: getaddrinfo ENOTFOUND registry.npmjs.org',
  ],
  [
    'an optional key before the real reason',
    `[tavily-mcp] no TAVILY_API_KEY set; running in keyless mode. Some tools say that an API key is required.
TypeError: Cannot read properties of undefined (reading 'x')
    at main (file:///srv/tavily.js:1:1)`,
    "TypeError: Cannot read properties of undefined (reading 'x')",
  ],
  ['several lines without a reason', 'hello\ngoodbye', 'goodbye'],
];

const linesOf = (printed: string) => printed.split('\n').filter((line) => line.trim() !== '');

describe('B5: the reason of a failed start', () => {
  it.each(lasting)('is the line that helps, and another attempt does not: %s', (_, printed, text) => {
    expect(lastWords(linesOf(printed))).toEqual({ text, lasting: true });
  });

  it.each(passing)('is the line that helps, and the server is tried again: %s', (_, printed, text) => {
    expect(lastWords(linesOf(printed))).toEqual({ text, lasting: false });
  });

  it('joins the issues of a validator', () => {
    const printed = `Server error: [
  { "code": "too_small", "message": "Elasticsearch URL cannot be empty", "path": ["url"] },
  { "code": "invalid_string", "message": "Invalid format", "path": [] }
]`;
    expect(lastWords(linesOf(printed))?.text).toBe(
      'Server error: Elasticsearch URL cannot be empty (url); Invalid format',
    );
  });

  it('is nothing where nothing was printed', () => {
    expect(lastWords([])).toBeUndefined();
  });

  it('never advises to delete another folder than one of npx', () => {
    const printed = [
      "Error: Cannot find package 'zod' imported from /home/ann/_npx/../documents/x.js",
      "Error: Cannot find package 'zod' imported from /home/ann/documents/x.js",
    ];
    expect(lastWords(printed)?.text).not.toContain('rm -rf');
  });
});
