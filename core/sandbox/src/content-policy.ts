import type { OpenedSandbox } from '@loggia/protocol';
import { sourceOf } from './sources.ts';

export type Declared = OpenedSandbox['granted'];
export type DeclaredDomains = NonNullable<Declared['csp']>;
export type Loosening = OpenedSandbox['loosened'][number];

export interface PolicyRequest {
  /** Undefined where the template declares nothing, which is not the same as nothing in particular. */
  readonly declared: DeclaredDomains | undefined;
  /** What the user grants to the Views of this server. */
  readonly loosened: readonly Loosening[];
  /** The origin of the page that frames it. */
  readonly shell: string;
  /** Whether a source leads to the host itself, under whichever of its names. */
  isOwn(source: string): boolean;
}

export interface ContentPolicy {
  /** The text of the header, but for where reports go. */
  readonly policy: string;
  /** What is left of the declaration. */
  readonly granted: DeclaredDomains | undefined;
  /** What was declared and is not granted, in sentences. */
  readonly notes: readonly string[];
}

const kinds = ['connectDomains', 'resourceDomains', 'frameDomains', 'baseUriDomains'] as const;
type Kind = (typeof kinds)[number];

/** The header has to pass through proxies, and resources stand in it five times. */
const mostSources = 50;

/**
 * The policy that the page of a View is served with. Its inner frame inherits it, and cannot leave it: navigation is
 * the outer document's `frame-src` to decide. Whatever is declared, the directives stay the same ones and the keywords
 * too; a declaration only adds hosts to four of the lists.
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
    ['script-src', [...inline, ...resourceDomains, ...evaluating, ...blob, ...data]],
    ['style-src', [...inline, ...resourceDomains]],
    ['img-src', ["'self'", 'data:', ...resourceDomains, ...blob]],
    ['font-src', fonts],
    ['media-src', ["'self'", 'data:', ...resourceDomains, ...blob]],
    ['connect-src', [...connectDomains, ...blob, ...data]],
    ['worker-src', blob],
    ['frame-src', frameDomains],
    ['object-src', []],
    // The frame of the View stands on `about:srcdoc`, see the page.
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
        `${shown(entry)} was dropped from ${kind}: it is no origin, host or pattern such as https://*.example.com.`,
      );
    } else if (isOwn(source)) {
      notes.push(`${shown(entry)} was dropped from ${kind}: no View reaches the page that it is shown in.`);
    } else if (found.size >= mostSources && !found.has(source)) {
      notes.push(`${shown(entry)} was dropped from ${kind}: it may hold ${mostSources} entries.`);
    } else {
      found.add(source);
    }
  }
  // One sentence says it; the others would say the same.
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
