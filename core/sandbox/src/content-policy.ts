import type { OpenedSandbox } from '@loggia/protocol';
import { sourceOf } from './sources.ts';

export type Declared = OpenedSandbox['granted'];
export type DeclaredDomains = NonNullable<Declared['csp']>;
export type Loosening = OpenedSandbox['loosened'][number];

export interface PolicyRequest {
  /** Undefined if the template declares nothing, which differs from an empty declaration. */
  readonly declared: DeclaredDomains | undefined;
  /** The user's permissions for the Views of this server. */
  readonly loosened: readonly Loosening[];
  /** The origin of the page that frames it. */
  readonly shell: string;
  /** Whether a source leads to the host itself, under any of its names. */
  isOwn(source: string): boolean;
}

export interface ContentPolicy {
  /** The text of the header, without the address for reports. */
  readonly policy: string;
  /** The rest of the declaration. */
  readonly granted: DeclaredDomains | undefined;
  /** Declared but refused entries, as sentences. */
  readonly notes: readonly string[];
}

const kinds = ['connectDomains', 'resourceDomains', 'frameDomains', 'baseUriDomains'] as const;
type Kind = (typeof kinds)[number];

/** The header must pass through proxies, and resources appear in it five times. */
const mostSources = 50;

/**
 * The policy for a View's page. Its inner frame inherits it, and can't leave it: the outer document's `frame-src`
 * decides about navigation. Whatever is declared, the directives and keywords stay the same; a declaration only adds
 * hosts to four of the lists.
 */
export function contentPolicy({ declared, loosened, shell, isOwn }: PolicyRequest): ContentPolicy {
  const notes: string[] = [];
  const sources = Object.fromEntries(
    kinds.map((kind) => [kind, allowed(kind, declared?.[kind] ?? [], isOwn, notes)]),
  ) as Record<Kind, readonly string[]>;
  const loose = (wanted: Loosening, source: string = wanted): readonly string[] =>
    loosened.includes(wanted) ? [source] : [];
  const { connectDomains, resourceDomains, frameDomains, baseUriDomains } = sources;
  const blob = loose('blob:');
  const data = loose('data:');
  const evaluating = [
    ...loose('unsafe-eval', "'unsafe-eval'"),
    ...loose('wasm-unsafe-eval', "'wasm-unsafe-eval'"),
  ];
  const inline = ["'self'", "'unsafe-inline'"];
  const fonts = [...(declared ? ["'self'"] : []), ...resourceDomains, ...data];
  const directives: readonly (readonly [string, readonly string[]])[] = [
    ['default-src', []],
    // The sample in a report tells a library that only asks whether it may evaluate code from one that needs to.
    ['script-src', [...inline, ...resourceDomains, ...evaluating, ...blob, ...data, "'report-sample'"]],
    ['style-src', [...inline, ...resourceDomains]],
    ['img-src', ["'self'", 'data:', ...resourceDomains, ...blob]],
    ['font-src', fonts],
    ['media-src', ["'self'", 'data:', ...resourceDomains, ...blob]],
    ['connect-src', [...connectDomains, ...blob, ...data]],
    ['worker-src', blob],
    ['frame-src', frameDomains],
    ['object-src', []],
    // The View's frame is at `about:srcdoc`, see the page.
    ['base-uri', [...(baseUriDomains.length > 0 ? baseUriDomains : ["'self'"]), 'about:']],
    ['form-action', []],
    ['frame-ancestors', [shell]],
  ];
  const policy = directives.map(([name, list]) => `${name} ${list.length > 0 ? list.join(' ') : "'none'"}`);
  return { policy: policy.join('; '), granted: declared && grantedOf(declared, sources), notes };
}

function allowed(
  kind: Kind,
  declared: readonly string[],
  isOwn: PolicyRequest['isOwn'],
  notes: string[],
): readonly string[] {
  const found = new Set<string>();
  for (const entry of declared) {
    const source = sourceOf(entry);
    if (source === undefined) {
      notes.push(
        `${shown(entry)} was dropped from ${kind}: it isn't an origin, host or pattern such as https://*.example.com.`,
      );
    } else if (isOwn(source)) {
      notes.push(`${shown(entry)} was dropped from ${kind}: a View can't reach the page that shows it.`);
    } else if (found.size >= mostSources && !found.has(source)) {
      notes.push(`${shown(entry)} was dropped from ${kind}: it may hold ${mostSources} entries.`);
    } else {
      found.add(source);
    }
  }
  // One note is enough; the others would say the same.
  if (notes.length > mostSources) notes.splice(mostSources, notes.length, 'More entries were dropped.');
  return [...found];
}

function grantedOf(
  declared: DeclaredDomains,
  sources: Readonly<Record<Kind, readonly string[]>>,
): DeclaredDomains {
  const named = kinds.filter((kind) => declared[kind] !== undefined);
  return Object.fromEntries(named.map((kind) => [kind, [...sources[kind]]]));
}

function shown(entry: string): string {
  return JSON.stringify(entry.length > 100 ? `${entry.slice(0, 99)}…` : entry);
}
