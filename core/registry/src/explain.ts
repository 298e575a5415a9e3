import { parseMime, platformVendor, vendorOf } from '@loggia/content';
import { titleOf, type Candidate, type Provider } from './claim.ts';
import { domainOf } from './ownership.ts';
import type { Resolution, Rule, Service } from './resolution.ts';
import type { TypeChoices } from './type-decision.ts';

function kindSentence(mime: string): string {
  const tree = parseMime(mime)?.tree;
  const domain = domainOf(mime);
  if (domain === 'platform')
    return `${mime} is a type of the vendor ${platformVendor}: it is the platform’s, whoever else claims it.`;
  if (domain === 'standard')
    return `${mime} is a standard type: nobody owns it but the platform, and trusted servers may be alternates.`;
  const whose = tree === 'vendor' ? `of the vendor ${vendorOf(mime) ?? ''}` : 'of somebody’s own';
  return `${mime} is a type ${whose}: it has one owner, the only server that claims it or the first by precedence.`;
}

function trustOf(provider: Provider): string {
  return provider.kind === 'builtin' ? 'built in' : provider.trust;
}

function claimSentence({ provider, contract }: Candidate): string {
  return `Claimed by ${titleOf(provider)} (${trustOf(provider)}), version ${contract.definition.version}.`;
}

function wishSentences({ precedence, chosen }: TypeChoices, claimants: readonly Candidate[]): string[] {
  const isThere = (id: string) =>
    claimants.some(({ provider }) => (provider.kind === 'builtin' ? 'builtin' : provider.server) === id);
  const absent = (id: string) => (isThere(id) ? id : `${id} (does not claim it now)`);
  return [
    ...(precedence.length === 0 ? [] : [`The precedence for it is ${precedence.map(absent).join(', ')}.`]),
    ...(chosen === undefined ? [] : [`It was chosen to be opened with ${absent(chosen)}.`]),
  ];
}

function place({ mime, relation }: Service, of: string): string {
  if (mime === of) return '';
  const why = {
    itself: '',
    inherited: 'which it inherits from',
    suffix: 'which its suffix stands for',
    wildcard: 'which covers it',
  }[relation];
  return `, as ${mime}, ${why}`;
}

function ruleSentence({ rule, provider, contract, conflict }: Resolution): string {
  const who = provider === undefined ? 'nobody' : titleOf(provider);
  const from = contract?.mime ?? '';
  const sentences: Record<Rule, string> = {
    'platform-owned': `The platform’s namespace decides: ${who} serves it.`,
    'sole-claim': `Only one claims it, so ${who} owns it.`,
    precedence: `The precedence decides: ${who} has it.`,
    conflict: conflict?.message ?? '',
    'built-in': 'The built-in definition is the default, and nobody else was chosen.',
    chosen: `It was chosen: ${who} serves it.`,
    'sole-alternate': `There is no built-in definition and only one trusted server knows it, so ${who} serves it.`,
    undecided: 'Several trusted servers know it and none was chosen. Choose one to open it with.',
    unclaimed: 'No eligible server claims it, and nothing else serves it. Add a server that does.',
    inherited: `It is served as ${from}, which it inherits from, by ${who}.`,
    suffix: `Nothing of its own is in effect, so its suffix decides: it is served as ${from} by ${who}.`,
    wildcard: `Nothing of its own is in effect, so a wildcard decides: it is served as ${from} by ${who}.`,
    invalid: 'It is not a MIME type, so only the fallback serves it. Write category/subtype.',
  };
  return sentences[rule];
}

/** Everything that affected the decision about a type, in the order in which it is considered. */
export function explainResolution(
  resolution: Resolution,
  claimants: readonly Candidate[],
  choices: TypeChoices,
): readonly string[] {
  const { mime, viewer, alternates, ignored, problems } = resolution;
  return [
    ...(resolution.rule === 'invalid' ? [] : [kindSentence(mime)]),
    ...claimants.map(claimSentence),
    ...ignored.map(({ provider, reason }) => `The claim of ${titleOf(provider)} is ignored. ${reason}`),
    ...wishSentences(choices, claimants),
    ruleSentence(resolution),
    viewer === undefined
      ? 'Nothing can show it.'
      : 'tool' in viewer.viewer
        ? `It is opened with the tool ${viewer.viewer.tool} of ${titleOf(viewer.provider)}${place(viewer, mime)}.`
        : `It is opened with the built-in renderer "${viewer.viewer.native}"${place(viewer, mime)}.`,
    ...alternates.map(
      (alternate) =>
        `It can also be opened with ${titleOf(alternate.provider)}${place(alternate, mime)} (${alternate.label}).`,
    ),
    ...problems.map(({ server, file, path, message }) => {
      const whose = server === undefined ? '' : `${server}: `;
      return `${whose}${file}${path === '' ? '' : ` at ${path}`}: ${message}`;
    }),
  ];
}
