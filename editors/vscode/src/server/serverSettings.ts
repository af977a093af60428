import * as vscode from 'vscode';
import type { ConfigurationParams } from 'vscode-languageclient/node';
import { explicitSettings } from '../settings.ts';

/** The part of package.json that names the settings, in groups. */
interface Manifest {
  readonly contributes?: { readonly configuration?: readonly { readonly properties: object }[] };
}

/** Reads the `nearnote.*` settings that the user set, for the whole window or one folder. */
export class ServerSettings {
  private readonly keys: readonly string[];

  constructor(manifest: Manifest) {
    const groups = manifest.contributes?.configuration ?? [];
    const keys = groups.flatMap(({ properties }) => Object.keys(properties));
    this.keys = keys.map((key) => key.replace(/^nearnote\./, ''));
  }

  explicit(scope?: vscode.Uri): Record<string, unknown> {
    const settings = vscode.workspace.getConfiguration('nearnote', scope);
    return explicitSettings(this.keys, (key) => settings.inspect(key));
  }

  wantsOutline(scope: vscode.Uri): boolean {
    return vscode.workspace
      .getConfiguration('nearnote', scope)
      .get('features.documentSymbol', false);
  }

  /** The answer to `workspace/configuration`; sections other than ours are not ours to give. */
  answer(params: ConfigurationParams): unknown[] {
    return params.items.map((item) => {
      if (item.section !== 'nearnote') return null;
      return this.explicit(item.scopeUri ? vscode.Uri.parse(item.scopeUri) : undefined);
    });
  }
}
