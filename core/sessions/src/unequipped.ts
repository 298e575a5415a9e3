import type { Equipment } from './equipment.ts';

/** For a host whose sessions have only what clients bring. */
export const unequipped: Equipment = {
  configFor: () => Promise.resolve(undefined),
  resolveConfig: () => Promise.resolve(undefined),
  use() {},
  idle() {},
  disposed() {},
  refuse: () => undefined,
  followed() {},
  ready: () => Promise.resolve([]),
  started: () => Promise.resolve(),
  tool: () => undefined,
  call: ({ name }) => {
    const message = `This host has no servers to run "${name}".`;
    return Promise.resolve({
      text: message,
      result: { success: false, pastTenseMessage: message, error: { message } },
    });
  },
  denied: () => undefined,
  guidance: () => Promise.resolve({ persona: undefined, invoked: undefined, skills: [], rules: [] }),
  hooks: () => Promise.resolve({ context: [], notices: [] }),
  rulesFor: () => Promise.resolve([]),
  declared: () => [],
};
