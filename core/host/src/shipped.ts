/**
 * What comes with the product beside the host, as absolute paths of folders. Whoever starts the host knows where it
 * lies; the host itself knows of no content type.
 */
export interface Shipped {
  /** The platform's own definitions of types. */
  readonly types?: string | undefined;
  /** A plugin whose servers own the types of the platform. */
  readonly handlers?: string | undefined;
  /** The web shell, as it was built. */
  readonly shell?: string | undefined;
  /** What the first workspace begins with. */
  readonly welcome?: string | undefined;
}
