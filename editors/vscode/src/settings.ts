/** What `WorkspaceConfiguration.inspect` says of one key, as far as it matters here. */
export interface Inspected {
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/** Keys that only this extension reads; the server would call them unknown. */
const CLIENT_ONLY = ['server.', 'trace.', 'preview.'];

/**
 * The settings that the user really set, nested as the server reads them.
 *
 * VS Code would also send every default, and these would win over the vault's `.nearnote.toml`.
 */
export function explicitSettings(
  keys: readonly string[],
  inspect: (key: string) => Inspected | undefined,
): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const key of keys) {
    if (CLIENT_ONLY.some((prefix) => key.startsWith(prefix))) continue;
    const found = inspect(key);
    const value = found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue;
    if (value !== undefined) put(settings, key.split('.'), value);
  }
  return settings;
}

function put(into: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [head, ...rest] = path;
  if (head === undefined) return;
  if (rest.length === 0) {
    into[head] = value;
    return;
  }
  const inner = (into[head] ??= {}) as Record<string, unknown>;
  put(inner, rest, value);
}
