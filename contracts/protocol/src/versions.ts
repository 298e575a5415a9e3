export type Version = `${number}.${number}.${number}`;

/** The version of VS Code 1.141, never released elsewhere: this exact number means the contract of 1.0.0. */
const alias = '0.10.0';

/** Released baselines, each of which stands for its caret range, and the alias. The first is the canonical model. */
export const supportedVersions = ['1.0.0', alias, '0.9.0', '0.3.0'] as const satisfies readonly Version[];

export type Family = '1.0' | '0.9' | '0.3';

const familyOfBaseline: Readonly<Record<(typeof supportedVersions)[number], Family>> = {
  '1.0.0': '1.0',
  [alias]: '1.0',
  '0.9.0': '0.9',
  '0.3.0': '0.3',
};

const strict = /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})$/;

type Parts = readonly [number, number, number];

function parse(version: string): Parts | undefined {
  const match = strict.exec(version);
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined;
}

export function isVersion(text: string): text is Version {
  return strict.test(text);
}

export function compareVersions(a: Version, b: Version): number {
  const left = parse(a) ?? [0, 0, 0];
  const right = parse(b) ?? [0, 0, 0];
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}

/** `^1.0.0` is [1.0.0, 2.0.0); below 1 the minor number is the one that breaks. An alias stands for itself alone. */
function inRange(version: Version, baseline: Version): boolean {
  if (baseline === alias) return version === alias;
  const offered = parse(version);
  const base = parse(baseline);
  if (!offered || !base || compareVersions(version, baseline) < 0) return false;
  return offered[0] === base[0] && (base[0] > 0 || offered[1] === base[1]);
}

export type Negotiation =
  | { readonly outcome: 'agreed'; readonly version: Version; readonly family: Family }
  | { readonly outcome: 'malformed'; readonly entry: string }
  | { readonly outcome: 'unsupported' };

/** The highest offered version in a supported range, whatever the order, as that exact string. */
export function negotiate(offered: readonly string[]): Negotiation {
  let best: { version: Version; family: Family } | undefined;
  for (const entry of offered) {
    if (!isVersion(entry)) return { outcome: 'malformed', entry };
    const baseline = supportedVersions.find((candidate) => inRange(entry, candidate));
    if (baseline && (!best || compareVersions(entry, best.version) > 0)) {
      best = { version: entry, family: familyOfBaseline[baseline] };
    }
  }
  return best ? { outcome: 'agreed', ...best } : { outcome: 'unsupported' };
}

/** The released version whose actions a client of this version knows. */
export function contractOf(version: Version): Version {
  return version === alias ? '1.0.0' : version;
}

/** The family of a version that was agreed earlier, such as the one stored for a returning client. */
export function familyOf(version: string): Family | undefined {
  const negotiated = negotiate([version]);
  return negotiated.outcome === 'agreed' ? negotiated.family : undefined;
}
