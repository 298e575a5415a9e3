import type { Declared } from './content-policy.ts';

/** Templates' names of permissions, and the browsers' names. */
const grantable = {
  camera: 'camera',
  microphone: 'microphone',
  geolocation: 'geolocation',
  clipboardWrite: 'clipboard-write',
} as const;

/** Other features, as far as all browsers know their names. No View gets them, whatever it embeds. */
const denied = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'clipboard-read',
  'compute-pressure',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

export interface GrantedPermissions {
  /** The text of the `Permissions-Policy` header. */
  readonly header: string;
  /** The `allow` attribute that both frames need. */
  readonly allow: string;
  /** Browsers grant devices and location only to origins; a document without one is refused, whatever the policy. */
  readonly needsOrigin: boolean;
  readonly granted: NonNullable<Declared['permissions']> | undefined;
  readonly notes: readonly string[];
}

export function permissionsOf(declared: Declared['permissions']): GrantedPermissions {
  const asked = new Set(
    Object.entries(declared ?? {}).flatMap(([name, value]) => (isAsked(value) ? [name] : [])),
  );
  const names = Object.keys(grantable).filter((name) => asked.has(name)) as (keyof typeof grantable)[];
  const features = names.map((name) => grantable[name]);
  const others = [...denied, ...Object.values(grantable).filter((feature) => !features.includes(feature))];
  return {
    // Not `(self)`, which doesn't match a document without an origin, as Views have where they share one.
    header: [
      ...features.map((feature) => `${feature}=*`),
      ...others.toSorted().map((feature) => `${feature}=()`),
    ].join(', '),
    allow: features.join('; '),
    needsOrigin: names.some((name) => name !== 'clipboardWrite'),
    granted: declared && Object.fromEntries(names.map((name) => [name, {}])),
    notes: [...asked]
      .filter((name) => !Object.hasOwn(grantable, name))
      .slice(0, 20)
      .map((name) => `The permission ${JSON.stringify(name.slice(0, 60))} isn't granted to any View.`),
  };
}

/** The specification says an empty object; some servers write `true`. */
function isAsked(value: unknown): boolean {
  return value === true || (typeof value === 'object' && value !== null);
}
