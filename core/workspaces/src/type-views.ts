import type { Presentation } from '@loggia/content';
import type { TypeExplanation, TypeView } from '@loggia/protocol';
import {
  builtinProvider,
  type Alternate,
  type Provider,
  type Registry,
  type Resolution,
} from '@loggia/registry';

/** The types of a registry, as clients see them. */
export function typeViews(registry: Registry): TypeView[] {
  return registry.types().map(typeView);
}

function typeView(resolution: Resolution): TypeView {
  const { mime, contract, conflict } = resolution;
  // If the type is served as another one, only its own contract counts as its own.
  const own = contract?.mime === mime ? contract : undefined;
  const { label, icon, color, badge, modes, states, creatable, introduction, actions } =
    contract?.presentation ?? {};
  return {
    mime,
    ...(own && { version: own.definition.version }),
    ...(own?.definition.description !== undefined && { description: own.definition.description }),
    label: label ?? mime,
    ...(icon !== undefined && { icon }),
    ...(color !== undefined && { color }),
    ...(badge !== undefined && { badge }),
    ...(modes !== undefined && { modes: [...modes] }),
    ...(states !== undefined && {
      states: states.map((state) => (typeof state === 'string' ? { state } : { ...state })),
    }),
    extensions: [...(own?.definition.extensions ?? [])],
    ...(creatable !== undefined &&
      creatable !== false &&
      own && {
        creatable:
          creatable === true
            ? {}
            : {
                ...(creatable.label !== undefined && { label: creatable.label }),
                ...(creatable.title !== undefined && { title: creatable.title }),
              },
      }),
    ...(introduction !== undefined && own && { introduction: introductionView(introduction) }),
    actions: (actions ?? []).map(({ id, label: said, icon: shown, confirm, states: among }) => ({
      id,
      label: said,
      ...(shown !== undefined && { icon: shown }),
      ...(confirm !== undefined && { confirm }),
      ...(among !== undefined && { states: [...among] }),
    })),
    owner: ownerView(resolution),
    ...viewerView(resolution),
    alternates: resolution.alternates.flatMap(alternateView),
    ...(conflict && { problem: conflict.message }),
  };
}

function introductionView({
  say,
  step,
}: NonNullable<Presentation['introduction']>): TypeView['introduction'] {
  return { ...(say !== undefined && { say }), ...(step !== undefined && { step }) };
}

/** Leaves out the platform's viewers for related types: they would only show less. */
function alternateView({ provider, relation, label, viewer }: Alternate): TypeView['alternates'] {
  if (!viewer) return [];
  if (provider.kind === 'server')
    return 'tool' in viewer
      ? [{ server: provider.server, name: provider.name, tool: viewer.tool, label }]
      : [];
  if (relation !== 'itself' || !('native' in viewer)) return [];
  return [{ server: builtinProvider, name: 'Loggia', renderer: viewer.native, label }];
}

function ownerView({ owner }: Resolution): TypeView['owner'] {
  if (owner?.kind === 'server') return { kind: 'server', server: owner.server, name: owner.name };
  return owner ? { kind: 'platform' } : { kind: 'nobody' };
}

function viewerView({ viewer }: Resolution): Pick<TypeView, 'viewer'> {
  if (!viewer) return {};
  if ('native' in viewer.viewer) return { viewer: { kind: 'native', renderer: viewer.viewer.native } };
  if (viewer.provider.kind !== 'server') return {};
  return { viewer: { kind: 'view', server: viewer.provider.server, tool: viewer.viewer.tool } };
}

export function explanationOf(registry: Registry, mime: string): TypeExplanation {
  const resolution = registry.resolve(mime);
  const { contract, rule, alternates, ignored, provider, problems } = resolution;
  const claims = [
    ...(provider ? [claimView(provider, 'serves it')] : []),
    ...alternates
      .filter(({ relation }) => relation === 'itself')
      .map((other) => claimView(other.provider, 'could open it')),
    ...(resolution.conflict?.claimants ?? []).map((claimant) =>
      claimView(claimant, 'claims it, as others do'),
    ),
    ...ignored.map((other) => claimView(other.provider, other.reason)),
  ];
  return {
    mime: resolution.mime,
    ...(contract && { type: typeView(resolution) }),
    rule,
    steps: [...registry.explain(mime)],
    claims,
    problems: problems.map(
      ({ file, path, message }) => `${file}${path === '' ? '' : ` at ${path}`}: ${message}`,
    ),
    ...(contract && {
      files: {
        'type.json': contract.definition,
        'presentation.json': contract.presentation,
        'behaviors.json': contract.behaviors,
        ...(contract.schema && { 'schema.json': contract.schema }),
        ...(contract.ui && { 'ui.json': contract.ui }),
        ...(contract.preview && { 'preview.json': contract.preview }),
      },
    }),
  };
}

function claimView(provider: Provider, verdict: string): TypeExplanation['claims'][number] {
  if (provider.kind === 'builtin')
    return { server: builtinProvider, name: 'Loggia', trust: 'platform', verdict };
  return { server: provider.server, name: provider.name, trust: provider.trust, verdict };
}
