import type { ReviewedPart, SourceReview } from '@loggia/protocol';
import { asLabel, visibly } from '../../ui/foreign-words.ts';

interface ReviewWords {
  readonly title: string;
  readonly lead: string;
  readonly approve: string;
  readonly decline: string;
  readonly approved: string;
  readonly declined: string;
}

const reading: ReviewWords = {
  title: 'Review before it runs',
  lead: 'Reading what it would run…',
  approve: 'Approve',
  decline: 'Decline',
  approved: '',
  declined: '',
};

/** The dialog's words about a registered server, a folder or a plugin. */
export function reviewWords(review: SourceReview | undefined): ReviewWords {
  if (!review) return reading;
  const { source, parts } = review;
  const [server] = parts;
  if (source.startsWith('x-loggia-server:') && server) return serverWords(server);
  const hasChanged = parts.some(
    ({ change }) => change === 'same' || change === 'changed' || change === 'removed',
  );
  // Where the host keeps what it fetched says nothing to anybody.
  const isFetched = source.startsWith('x-loggia-plugin:');
  const from = isFetched ? 'It is a plugin that you added.' : `It comes from ${visibly(decoded(source))}.`;
  return {
    title: hasChanged ? 'Trust what has changed?' : 'Trust this source?',
    lead: hasChanged
      ? `${from} It has changed since you trusted it. The changes below don’t run or reach a prompt until you decide.`
      : `${from} If you trust it, the programs below run on the host with your permissions, and the texts below become part of prompts.`,
    approve: 'Trust',
    decline: 'Don’t trust',
    approved: 'Trusted as shown.',
    declined: 'Not trusted. Nothing in it runs.',
  };
}

function serverWords({ name, now, before }: ReviewedPart): ReviewWords {
  const label = asLabel(name);
  const launch = now ?? before;
  const isRemote = launch?.kind !== 'stdio';
  const reach = launch?.sandbox
    ? 'in a sandbox that reaches only what is listed below'
    : 'with your permissions and without a sandbox';
  return {
    title: isRemote ? `Connect to “${label}”?` : `Run “${label}” on the host?`,
    lead: isRemote
      ? 'This server was registered for you. If you approve it, the host connects to exactly this address, and agents get its tools.'
      : `This server was registered for you. If you approve it, the host runs exactly this program, ${reach}.`,
    approve: 'Approve',
    decline: 'Decline',
    approved: `Approved “${label}”.`,
    declined: `Declined “${label}”. It can’t start.`,
  };
}

const kinds: Readonly<Record<string, string>> = {
  mcpServer: 'server',
  skill: 'skill',
  agent: 'agent',
  prompt: 'prompt',
  rule: 'rule',
  hook: 'hook',
};

/** Such as "Changed server". */
export function changeWords(kind: string, change: string): string {
  const thing = kinds[kind] ?? kind;
  const words: Readonly<Record<string, string>> = {
    new: `New ${thing}`,
    changed: `Changed ${thing}`,
    removed: `Removed ${thing}`,
    same: `Unchanged ${thing}`,
  };
  return words[change] ?? thing;
}

function decoded(uri: string): string {
  try {
    return decodeURI(uri).replace(/^file:\/\//, '');
  } catch {
    return uri;
  }
}
