/**
 * The parts of the product besides the host, as absolute paths. The starter of the host knows them; the host
 * itself knows no content type.
 */
export interface Shipped {
  /** The platform's own definitions of types. */
  readonly types?: string | undefined;
  /** A plugin whose servers own the types of the platform. */
  readonly handlers?: string | undefined;
  /** The catalog of agents, a file in the format of the registry of the Agent Client Protocol. */
  readonly agents?: string | undefined;
  /** The built web shell. */
  readonly shell?: string | undefined;
  /** The contents of the first workspace. */
  readonly welcome?: string | undefined;
}
