/** The host's settings for the proxy page, in an attribute of its document. */
export interface ProxySettings {
  /** The only origin that the page listens to and speaks to, apart from the View's. */
  readonly shell: string;
  /** The `sandbox` attribute of the View's frame. */
  readonly sandbox: string;
  /** The `allow` attribute of the View's frame; empty for none. */
  readonly allow: string;
  /** Whether the View's document has the origin of this page, or none. */
  readonly hasOrigin: boolean;
}
