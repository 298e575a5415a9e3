// The limits for files and components, and temporary exceptions. A reason says why an entry is still long; an entry
// that isn't needed any more fails the check.

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
  'contracts/protocol/src/index.ts': 'A table: the public surface of the protocol, written by hand.',
  'core/host/src/wire/legacy/legacy-speaker.ts': 'A frozen dialect: it changes only to be removed.',
  'e2e/src/browser.ts': 'Support for tests: one browser and everything that tests do in it.',
  'e2e/src/views/attacks.ts': 'A table: one entry for each attack of a hostile View.',
  'testing/src/artifact-store-contract.ts': 'Tests: the contract suite of one port.',
  'testing/src/store-contract.ts': 'Tests: the contract suite of one port.',
};
