import type { ListedArtifact, HarnessEvent, ToolOutcome } from '@loggia/sessions/harness';
import { cut, fenced, listed, plain } from '../speech/markdown.ts';
import { toArtifact, toPlace, toSay } from '../speech/links.ts';
import type { Phrases } from '../phrases/english.ts';
import { unhappy } from '../speech/outcomes.ts';
import type { Act } from './act.ts';
import { callHost, dataOf, listIn, textIn } from './host-call.ts';
import type { Performance } from './perform.ts';
import { suggested, suggestionsFor } from './suggestions.ts';
import { tellDecline } from './tell.ts';

type Of<Kind extends Act['kind']> = Extract<Act, { readonly kind: Kind }>;
type Data = Readonly<Record<string, unknown>>;

const mostHits = 10;
const mostText = 1_500;
const mostLines = 30;

export async function* findByWords(
  { query }: Of<'find'>,
  { turn, situation, text }: Performance,
): AsyncGenerator<HarnessEvent, undefined> {
  const { desk, phrases } = situation;
  const outcome = await callHost(turn, situation, {
    name: 'search',
    input: { query, workspace: desk.workspace.id, limit: mostHits },
    says: phrases.searching(query),
    confirm: false,
  });
  const hits = listIn(dataOf(outcome), 'hits').flatMap((hit) => hitLine(hit, phrases.conversation));
  if (outcome.kind !== 'done') return yield* say(unhappy(outcome, text, phrases) ?? '');
  if (hits.length === 0) {
    return yield* say(
      `${phrases.foundNothing(plain(query))} ${phrases.tryThese}\n\n${suggested(suggestionsFor(situation).slice(0, 3))}`,
    );
  }
  const all = hits.length === mostHits ? `\n\n${toPlace(phrases.showResults, 'search', query)}` : '';
  return yield* say(`${phrases.foundFor(plain(query))}\n\n${listed(hits)}${all}`);
}

function hitLine(hit: Data, conversation: string): readonly string[] {
  const snippet = listIn(hit, 'snippet')
    .map((piece) => textIn(piece, 'text'))
    .join('');
  const said = snippet.trim() === '' ? '' : ` – ${plain(snippet, 140)}`;
  const artifact = hit['artifact'] as Data | undefined;
  if (textIn(hit, 'kind') === 'artifact' && artifact) {
    return [`${toArtifact({ id: textIn(artifact, 'id'), title: textIn(artifact, 'title') })}${said}`];
  }
  const title = listIn(hit, 'title')
    .map((piece) => textIn(piece, 'text'))
    .join('');
  const session = textIn(hit, 'session');
  return session === '' ? [] : [`${toPlace(title || conversation, 'session', session)}${said}`];
}

/** Shows an artifact's text from the beginning. Other content needs a model or a person to look at it. */
export async function* readArtifact(
  { artifact }: Of<'read'>,
  { turn, situation, text }: Performance,
): AsyncGenerator<HarnessEvent, undefined> {
  const { phrases } = situation;
  const outcome = await callHost(turn, situation, {
    name: 'read_text',
    input: { artifact: artifact.id, limit: mostText * 4 },
    says: phrases.reading(artifact.title),
    confirm: false,
  });
  if (outcome.kind === 'denied') return yield* say(unhappy(outcome, text, phrases) ?? '');
  const content = outcome.kind === 'done' ? textIn(dataOf(outcome), 'text').trim() : '';
  if (content === '') return yield* say(tellDecline(situation, { about: artifact }));
  const lines = cut(content, mostText).split('\n');
  const shown = lines
    .slice(0, mostLines)
    .map((line) => `> ${line}`)
    .join('\n');
  const isCut = content.length > mostText || lines.length > mostLines;
  return yield* say(`${shown}\n\n${isCut ? `${phrases.goesOn}\n\n` : ''}- ${toArtifact(artifact)}`);
}

const mostCommits = 10;

export async function* tellChanges(
  { artifact }: Of<'changed'>,
  performance: Performance,
): AsyncGenerator<HarnessEvent, undefined> {
  return artifact ? yield* changesOf(artifact, performance) : yield* changesHere(performance);
}

async function* changesHere({ turn, situation, text }: Performance): AsyncGenerator<HarnessEvent, undefined> {
  const { desk, phrases } = situation;
  const outcome = await callHost(turn, situation, {
    name: 'list_commits',
    input: { workspace: desk.workspace.id, limit: mostCommits },
    says: phrases.lookingAtChanges,
    confirm: false,
  });
  if (outcome.kind !== 'done') return yield* say(unhappy(outcome, text, phrases) ?? '');
  const drafts = desk.artifacts.filter(({ state }) => state === 'draft');
  const commits = listIn(dataOf(outcome), 'commits').slice(0, mostCommits);
  const rows = commits.map((commit) => {
    const own = listIn(commit, 'artifacts').map((one) => ({
      id: textIn(one, 'artifact'),
      title: textIn(one, 'title'),
    }));
    const more = own.length > 4 ? phrases.andMore(own.length - 4) : '';
    return `| ${when(textIn(commit, 'at'))} | ${plain(textIn(commit, 'message'))} | ${own.slice(0, 4).map(toArtifact).join(', ')}${more} |`;
  });
  const table =
    rows.length === 0
      ? ''
      : [`| ${phrases.changesHead.join(' | ')} |`, '| --- | --- | --- |', ...rows].join('\n');
  const open =
    drafts.length === 0
      ? ''
      : `${phrases.notCommitted}\n\n${listed(drafts.slice(0, 12).map(toArtifact))}\n\n${toSay(phrases.sayCommitAll)}`;
  return yield* say([table, open].filter(Boolean).join('\n\n') || phrases.nothingChanged);
}

async function* changesOf(
  artifact: ListedArtifact,
  { turn, situation, text }: Performance,
): AsyncGenerator<HarnessEvent, undefined> {
  const { phrases } = situation;
  const ask = (name: string, input: Data) =>
    callHost(turn, situation, {
      name,
      input,
      says: phrases.lookingAtChangesIn(artifact.title),
      confirm: false,
    });
  const outcome = await ask('list_versions', { artifact: artifact.id, limit: mostCommits });
  if (outcome.kind !== 'done') return yield* say(unhappy(outcome, text, phrases) ?? '');
  const isDraft = artifact.state === 'draft';
  const preview = isDraft ? await ask('preview_commit', { artifacts: [artifact.id] }) : undefined;
  const rows = listIn(dataOf(outcome), 'versions').map(
    (one) => `| ${Number(one['version'])} | ${when(textIn(one, 'at'))} | ${plain(textIn(one, 'message'))} |`,
  );
  const table =
    rows.length === 0
      ? ''
      : [`| ${phrases.versionsHead.join(' | ')} |`, '| --- | --- | --- |', ...rows].join('\n');
  const draft = isDraft ? `${phrases.hasChanges}${preview ? differenceIn(preview, phrases) : ''}` : '';
  return yield* say([`- ${toArtifact(artifact)}`, table, draft].filter(Boolean).join('\n\n'));
}

/** The changed lines of a text; other contents say nothing in words. */
function differenceIn(preview: ToolOutcome, { moreLines }: Phrases): string {
  const [difference] = listIn(dataOf(preview), 'differences');
  const content = difference?.['content'] as Data | undefined;
  const patch = textIn(content, 'patch');
  if (patch === '') return '';
  const lines = patch.split('\n').filter((line) => /^[+-](?![+-])/u.test(line));
  if (lines.length === 0) return '';
  const more = lines.length > mostLines ? `\n\n${moreLines(lines.length - mostLines)}` : '';
  return `\n\n${fenced(lines.slice(0, mostLines).join('\n'), 'diff')}${more}`;
}

/** The day and the time, as everybody reads it. */
function when(iso: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/u.test(iso) ? `${iso.slice(0, 10)} ${iso.slice(11, 16)}` : plain(iso);
}

function* say(text: string): Generator<HarnessEvent, undefined> {
  yield { kind: 'text', text: `${text}\n\n` };
  return undefined;
}
