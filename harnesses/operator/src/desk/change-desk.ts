import type { ListedArtifact, HarnessEvent } from '@loggia/sessions/harness';
import type { Phrases } from '../phrases/english.ts';
import { listed, plain } from '../speech/markdown.ts';
import { toArtifact, toPlace, toSay } from '../speech/links.ts';
import { unhappy } from '../speech/outcomes.ts';
import type { Act } from './act.ts';
import { nounOf } from './frames-make.ts';
import { callHost, dataOf, textIn, type HostCall } from './host-call.ts';
import type { Ending, Performance } from './perform.ts';

type Changing = Extract<
  Act,
  {
    readonly kind:
      | 'create'
      | 'create-collection'
      | 'create-workspace'
      | 'rename'
      | 'commit'
      | 'publish'
      | 'unpublish'
      | 'restore'
      | 'archive'
      | 'unarchive'
      | 'discard'
      | 'delete';
  }
>;

interface Step extends HostCall {
  /** The sentence to say once it is done; `id` is the id of the thing that was created. */
  done(id: string): string;
}

/** Changes the desk with one of the host's own commands. What takes something away is asked about first. */
export async function* changeDesk(
  act: Changing,
  { turn, situation, text }: Performance,
): AsyncGenerator<HarnessEvent, Ending> {
  const { desk, phrases } = situation;
  const step = stepFor(act, desk.workspace.id, phrases);
  const outcome = await callHost(turn, situation, step);
  const failure = unhappy(outcome, text, phrases);
  yield { kind: 'text', text: `${failure ?? step.done(madeIn(dataOf(outcome)))}\n\n` };
  return failure === undefined ? undefined : 'stopped';
}

function madeIn(data: ReturnType<typeof dataOf>): string {
  for (const key of ['artifact', 'collection', 'workspace']) {
    const made = data?.[key];
    if (typeof made === 'object' && made !== null)
      return textIn(made as Readonly<Record<string, unknown>>, 'id');
  }
  return '';
}

function stepFor(act: Changing, workspace: string, phrases: Phrases): Step {
  switch (act.kind) {
    case 'create':
      return creation(act, workspace, phrases);
    case 'create-collection':
      return {
        name: 'create_collection',
        input: { title: act.title },
        says: phrases.creatingCollection(act.title),
        confirm: false,
        done: (id) =>
          phrases.madeCollection(
            id === '' ? phrases.quoted(plain(act.title)) : toPlace(act.title, 'collections', id),
          ),
      };
    case 'create-workspace':
      return {
        name: 'create_workspace',
        input: { title: act.title },
        says: phrases.creatingWorkspace(act.title),
        confirm: false,
        done: () => phrases.madeWorkspace(plain(act.title)),
      };
    case 'rename': {
      const { artifact, title } = act;
      return {
        name: 'update_artifact',
        input: { artifact: artifact.id, title },
        says: phrases.renaming(artifact.title, title),
        confirm: false,
        done: () => phrases.renamed(plain(artifact.title), toArtifact({ id: artifact.id, title })),
      };
    }
    case 'commit':
      return committing(act, phrases);
    case 'publish':
    case 'unpublish': {
      const { artifact, collection } = act;
      const isIn = act.kind === 'publish';
      const place = toPlace(collection.title, 'collections', collection.id);
      return {
        name: isIn ? 'link_artifacts' : 'unlink_artifacts',
        input: { collection: collection.id, artifacts: [artifact.id] },
        says: isIn
          ? phrases.publishing(artifact.title, collection.title)
          : phrases.takingOut(artifact.title, collection.title),
        confirm: false,
        done: () =>
          isIn
            ? phrases.published(toArtifact(artifact), place)
            : phrases.tookOut(toArtifact(artifact), place),
      };
    }
    default:
      return changing(act, phrases);
  }
}

function creation(
  { type, title: wanted }: Extract<Act, { kind: 'create' }>,
  workspace: string,
  phrases: Phrases,
): Step {
  const noun = nounOf(type);
  const title = wanted ?? type.creatable?.title ?? phrases.untitled(noun.toLowerCase());
  return {
    name: 'create_artifact',
    input: { workspace, type: type.id, title, fromTemplate: true },
    says: phrases.creating(title),
    confirm: false,
    done: (id) =>
      id === ''
        ? phrases.madeTitled(plain(title))
        : `${phrases.made(plain(noun.toLowerCase()))}\n\n- ${toArtifact({ id, title })}`,
  };
}

function committing({ artifacts, message }: Extract<Act, { kind: 'commit' }>, phrases: Phrases): Step {
  const [first] = artifacts;
  const named =
    artifacts.length === 1 && first ? phrases.quoted(first.title) : phrases.artifacts(artifacts.length);
  return {
    name: 'commit_artifacts',
    input: {
      artifacts: artifacts.map(({ id }) => ({ id })),
      message: message ?? messageFor(artifacts, phrases),
    },
    says: phrases.committing(named),
    confirm: false,
    done: () =>
      artifacts.length === 1 && first
        ? phrases.committedAs(toArtifact(first), first.version + 1)
        : `${phrases.committed(artifacts.length)}\n\n${listed(artifacts.map(toArtifact))}`,
  };
}

function messageFor(artifacts: readonly ListedArtifact[], phrases: Phrases): string {
  const [first] = artifacts;
  if (artifacts.length !== 1 || !first) return phrases.commitUpdate(phrases.artifacts(artifacts.length));
  return first.version === 0 ? phrases.commitAdd(first.title) : phrases.commitUpdate(first.title);
}

function changing(
  {
    kind,
    artifacts,
    version,
  }: Extract<Act, { kind: 'restore' | 'archive' | 'unarchive' | 'discard' | 'delete' }>,
  phrases: Phrases,
): Step {
  const ids = artifacts.map(({ id }) => id);
  const titles = artifacts.map(({ title }) => phrases.quoted(title)).join(', ');
  const links = artifacts.map(toArtifact).join(', ');
  const [id = ''] = ids;
  switch (kind) {
    case 'delete':
      return {
        name: 'delete_artifacts',
        input: { artifacts: ids },
        says: phrases.deleteAsk(titles),
        confirm: true,
        done: () =>
          `${phrases.deleted(plain(titles))} ${artifacts.map(({ title }) => toSay(phrases.sayRestore(title))).join(' ')}`,
      };
    case 'discard':
      return {
        name: 'discard_draft',
        input: { artifact: id },
        says: phrases.discardAsk(titles),
        confirm: true,
        done: () => phrases.discarded(links),
      };
    case 'archive':
      return {
        name: 'archive_artifacts',
        input: { artifacts: ids },
        says: phrases.archiving(titles),
        confirm: false,
        done: () => phrases.archivedThese(links),
      };
    case 'unarchive':
      return {
        name: 'unarchive_artifacts',
        input: { artifacts: ids },
        says: phrases.unarchiving(titles),
        confirm: false,
        done: () => phrases.unarchived(links),
      };
    default:
      return version === undefined
        ? {
            name: 'undelete_artifacts',
            input: { artifacts: ids },
            says: phrases.undeleting(titles),
            confirm: false,
            done: () => `${phrases.undeleted}\n\n${listed(artifacts.map(toArtifact))}`,
          }
        : {
            name: 'restore_version',
            input: { artifact: id, version },
            says: phrases.restoring(version, titles),
            confirm: false,
            done: () => phrases.restored(links, version),
          };
  }
}
