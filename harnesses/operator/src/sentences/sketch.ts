import type { Act } from '../desk/act.ts';
import { parametersOf } from '../schema/parameters.ts';

/** An act in the words of the table of sentences. */
export interface Sketch {
  readonly act: string;
  readonly given: Readonly<Record<string, unknown>>;
}

/** Several acts are done one after the other. */
export function sketchesOf(act: Act): readonly Sketch[] {
  return act.kind === 'steps' ? act.acts.flatMap(sketchesOf) : [sketchOf(act)];
}

function sketchOf(act: Act): Sketch {
  switch (act.kind) {
    case 'referral':
      return { act: `referral ${act.to}`, given: {} };
    case 'list': {
      const { what, types, state } = act;
      const shortest = types?.toSorted((one, other) => one.label.length - other.label.length);
      const best = shortest?.find(({ creatable }) => creatable) ?? shortest?.[0];
      return {
        act: `list ${what}`,
        given: { ...(best && { type: best.id }), ...(state !== undefined && { state }) },
      };
    }
    case 'list-collection':
      return { act: 'list', given: { collection: act.collection.id } };
    case 'open':
    case 'read':
      return { act: act.kind, given: { artifact: act.artifact.id } };
    case 'open-session':
      return { act: 'open', given: { session: act.session.id } };
    case 'find':
      return { act: 'find', given: { query: act.query } };
    case 'changed':
      return { act: 'changed', given: { ...(act.artifact && { artifact: act.artifact.id }) } };
    case 'create':
      return {
        act: 'create',
        given: { type: act.type.id, ...(act.title !== undefined && { title: act.title }) },
      };
    case 'create-collection':
    case 'create-workspace':
      return { act: act.kind, given: { title: act.title } };
    case 'rename':
      return { act: 'rename', given: { artifact: act.artifact.id, title: act.title } };
    case 'commit': {
      const isAll = act.artifacts.length > 2;
      const what = isAll ? {} : { artifact: act.artifacts.map(({ id }) => id).join(',') };
      return {
        act: isAll ? 'commit all' : 'commit',
        given: { ...what, ...(act.message !== undefined && { message: act.message }) },
      };
    }
    case 'publish':
    case 'unpublish':
      return { act: act.kind, given: { artifact: act.artifact.id, collection: act.collection.id } };
    case 'restore':
    case 'archive':
    case 'unarchive':
    case 'discard':
    case 'delete': {
      const version = act.version === undefined ? {} : { version: String(act.version) };
      return { act: act.kind, given: { artifact: act.artifacts.map(({ id }) => id).join(','), ...version } };
    }
    case 'call': {
      const isMissing = parametersOf(act.tool.inputSchema).some(
        ({ name, required }) => required && !act.values.has(name),
      );
      if (isMissing || (act.problems?.size ?? 0) > 0) return { act: 'asks', given: {} };
      const values = [...act.values].filter(([name]) => act.shows !== 'count' || name !== 'limit');
      return { act: `call ${act.tool.name}`, given: Object.fromEntries(values) };
    }
    case 'which':
    case 'what':
    case 'which-tool':
      return { act: 'asks', given: {} };
    case 'leave':
      return { act: 'leaves', given: {} };
    case 'no':
    case 'decline':
      return { act: 'declines', given: {} };
    default:
      return { act: act.kind, given: {} };
  }
}

/** Reads `call name key=value key="two words" key=[json]`; the verb may be of several words. */
function readSketch(written: string): Sketch {
  const given: Record<string, unknown> = {};
  const rest = written.replaceAll(/(\w+)=(\[.*\]|"[^"]*"|\S+)/gu, (_, key: string, value: string) => {
    if (value.startsWith('[')) given[key] = JSON.parse(value);
    else given[key] = value.startsWith('"') ? value.slice(1, -1) : value;
    return '';
  });
  return { act: rest.trim().replaceAll(/\s+/gu, ' '), given };
}

/** Whether the same is done to the same artifact, be it with other details. */
export function isAskedFor(found: readonly Sketch[], expected: string): boolean {
  const wanted = expected.split(/ [/;] /u).map(readSketch);
  return found.every(({ act, given }) =>
    wanted.some((one) => one.act === act && one.given['artifact'] === given['artifact']),
  );
}

/** Whether it is what one of the alternatives (`a / b`) says, step by step (`a ; b`). */
export function isExpected(found: readonly Sketch[], expected: string): boolean {
  return expected.split(' / ').some((alternative) => {
    const steps = alternative.split(' ; ');
    return steps.length === found.length && found.every((one, at) => isOne(one, steps[at] ?? ''));
  });
}

/** A tool may be one of several (`x|y`). */
function isOne(found: Sketch, expected: string): boolean {
  const { act, given } = readSketch(expected);
  const [verb = '', tools = ''] = act.split(/ (.*)/su);
  const acts = act.startsWith('call ') ? tools.split('|').map((name) => `${verb} ${name}`) : [act];
  return acts.includes(found.act) && canonical(found.given) === canonical(given);
}

function canonical(given: Readonly<Record<string, unknown>>): string {
  const sorted = Object.entries(given).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(
    sorted.map(([key, value]) => [key, typeof value === 'number' ? String(value) : value]),
  ).toLowerCase();
}
