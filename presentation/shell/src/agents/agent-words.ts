import type { AgentCatalogEntry, AgentReport, TestedAgent } from '@loggia/protocol';

type Tone = 'success' | 'info' | 'warning' | 'danger';

const states: Readonly<Record<string, readonly [string, Tone]>> = {
  ready: ['Ready', 'success'],
  untested: ['Not tested', 'info'],
  missing: ['Not installed', 'danger'],
  signedOut: ['Not signed in', 'warning'],
  failing: ['Failing', 'danger'],
};

export function stateWords({ state }: AgentReport): { readonly words: string; readonly tone: Tone } {
  const [words, tone] = states[state] ?? [state, 'info'];
  return { words, tone };
}

export function sourceWords({ source }: AgentReport): string {
  switch (source.kind) {
    case 'added':
      return 'Added here';
    case 'builtIn':
      return 'Built in. Works without a model';
    case 'environment':
      return `A model from the host’s environment variable ${source.name ?? ''}. Change it there and restart the host`;
    case 'file':
      return `From ${source.name ?? 'the configuration file'}. Change it there and restart the host`;
    default:
      return 'Models that you connected under Settings → Models';
  }
}

/** One line about an entry of the catalog. */
export function entryWords({
  version,
  license,
  isInstalled,
  settings,
  problem,
  node,
}: AgentCatalogEntry): string {
  const here = !settings
    ? 'must be installed first'
    : problem !== undefined && node !== undefined
      ? `needs Node ${node}`
      : isInstalled
        ? 'installed'
        : 'downloaded when it starts';
  return [version, license, here].filter((part) => part !== undefined).join(' · ');
}

/** The answer of an agent that works: how fast, and what it can do. */
export function testedWords(tested: TestedAgent): string {
  const { name = 'The agent', version, durationMs, resumes, accepts = [] } = tested;
  const who = version === undefined ? name : `${name} ${version}`;
  const abilities = [
    resumes === false
      ? 'It can’t resume its sessions; after a restart, it is given the conversation so far.'
      : undefined,
    accepts.includes('image') ? 'It reads images.' : 'It doesn’t read images.',
  ].filter((part) => part !== undefined);
  return [`It works: ${who} opened a session in ${secondsOf(durationMs)}.`, ...abilities].join(' ');
}

function secondsOf(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
