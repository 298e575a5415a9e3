import { expect, it } from 'vitest';
import { createHarness } from '../operator.ts';
import { toArtifact } from '../speech/links.ts';
import { play } from '../turn.testkit.ts';
import { rows, tryAll, tryRow, type Tried } from './score.ts';

const operator = createHarness();

function share(tried: readonly Tried[]): number {
  return tried.filter(({ isRight }) => isRight).length / tried.length;
}

it('K7: understands at least nine of ten sentences, also of those that its rules were not written for', () => {
  const tried = tryAll();
  expect(tried.filter(({ writesUnasked }) => writesUnasked).map(({ sentence }) => sentence)).toEqual([]);
  expect(rows.length).toBeGreaterThan(1_200);
  expect(
    new Set(
      rows.map(({ set, sentence, attached, selected, spokenOf }) =>
        [set, sentence, ...attached, ...selected, ...spokenOf].join('|'),
      ),
    ).size,
  ).toBe(rows.length);
  for (const language of ['English', 'German'] as const) {
    const own = tried.filter((one) => one.language === language);
    expect(share(own.filter(({ isHeldBack }) => !isHeldBack))).toBeGreaterThanOrEqual(0.95);
    expect(share(own.filter(({ isHeldBack }) => isHeldBack))).toBeGreaterThanOrEqual(0.9);
  }
});

it('K7: a selection changes nothing about sentences that don’t point at it', () => {
  const plain = tryAll().filter((one) => [one.attached, one.selected, one.spokenOf].flat().length === 0);
  const tried = plain
    .filter(({ isRight }) => isRight)
    .map((row, at) =>
      tryRow({ ...row, selected: [row.desk.artifacts[at % row.desk.artifacts.length]?.id ?? ''] }),
    );
  expect(tried.filter(({ writesUnasked }) => writesUnasked).map(({ sentence }) => sentence)).toEqual([]);
  // The rest point at something, with words such as “it”.
  expect(share(tried)).toBeGreaterThan(0.995);
});

/** The tools that may write without a question, by the act that the sentence asks for. */
const asked: Readonly<Record<string, readonly string[]>> = {
  create: ['create_artifact'],
  'create-collection': ['create_collection'],
  'create-workspace': ['create_workspace'],
  rename: ['update_artifact'],
  commit: ['commit_artifacts'],
  publish: ['link_artifacts'],
  unpublish: ['unlink_artifacts'],
  restore: ['undelete_artifacts', 'restore_version'],
  archive: ['archive_artifacts'],
  unarchive: ['unarchive_artifacts'],
};

it('K7: writes nothing that was not asked for, and asks before it deletes', async () => {
  for (const { sentence, expected, attached, selected, spokenOf, desk, tools } of rows) {
    const readOnly = new Set(tools.filter((tool) => tool.readOnly === true).map(({ name }) => name));
    const attachments = [
      ...attached.map((id) => ({ label: id, artifact: id })),
      ...(selected.length > 0 ? [{ label: 'Selected', text: selected.join(', '), selected }] : []),
    ];
    const history = spokenOf.map((id) => ({
      id,
      message: { text: 'ok' },
      reply: toArtifact({ id, title: id }),
      parts: [],
    }));
    const { calls, text } = await play(operator, {
      tools,
      desk,
      history,
      message: { text: sentence, attachments },
    });
    const writes = calls.filter(({ name, confirm }) => confirm !== true && !readOnly.has(name));
    const allowed = expected.split(/ [/;] /u).flatMap((one) => {
      const [verb = '', named = ''] = one.split(' ');
      return verb === 'call' ? named.split('|') : (asked[verb] ?? []);
    });
    expect({
      sentence,
      writes: writes.map(({ name }) => name).filter((name) => !allowed.includes(name)),
    }).toEqual({
      sentence,
      writes: [],
    });
    // Nobody is shown what only programs read.
    expect({ sentence, text }).toEqual({
      sentence,
      text: expect.not.stringMatching(/```json|x-loggia\/|[0-9a-f]{8}-[0-9a-f]{4}-/u),
    });
  }
});
