// How long a file and a component may be, and which ones may be longer for now. A reason says why it is still long;
// an entry that isn't needed any more fails the check.

/** Lines of a source file. Tests and style sheets aren't counted. */
export const longestFile = 400;

/** Lines of a function in the shell that is a component or a hook. */
export const longestComponent = 150;

export const componentsIn = 'presentation/shell/src/';

/**
 * @typedef {Readonly<Record<string, string>>} Exceptions by file, or by file and function as `file#Function`, the reason
 */

/** @type {Exceptions} */
export const exceptions = {
  'core/customizations/src/session/operations.ts':
    'One factory of operations over shared state; to be split.',
  'core/customizations/src/session/session-plan.ts': 'One plan of a session; a few lines over.',
  'core/host/src/wire/legacy/legacy-speaker.ts': 'A frozen dialect: it changes only to be removed.',
  'core/kernel/src/kernel.ts': 'One class that owns the sequence; to be split.',
  'core/mcp/src/connections/server-line.ts': 'One connection with its requests; to be split.',
  'core/mcp/src/connections/supervised-connection.ts': 'One connection with its restarts; to be split.',
  'core/sessions/src/sessions.ts': 'The face of the package; to be split.',
  'e2e/src/browser.ts': 'Support for tests: one browser and everything that tests do in it.',
  'e2e/src/views/attacks.ts': 'A table: one entry for each attack of a hostile View.',
  'testing/src/artifact-store-contract.ts': 'Tests: the contract suite of one port.',
  'testing/src/store-contract.ts': 'Tests: the contract suite of one port.',
};
