import type { Declared } from './content-policy.ts';

/** As templates declare them, and what browsers call them. */
const grantable = {
  camera: 'camera',
  microphone: 'microphone',
  geolocation: 'geolocation',
  clipboardWrite: 'clipboard-write',
} as const;

/** What else browsers can be asked for, as far as they all know its name. No View gets it, whoever it embeds. */
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
  /** Devices and places are for origins to ask for; a document that has none is refused, whatever it is allowed. */
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
    // Not `(self)`: the inner frame has an origin that is nobody's, and that is none of them.
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
      .map((name) => `The permission ${JSON.stringify(name.slice(0, 60))} is granted to no View.`),
  };
}

/** The specification says an empty object; some write `true`. */
function isAsked(value: unknown): boolean {
  return value === true || (typeof value === 'object' && value !== null);
}
