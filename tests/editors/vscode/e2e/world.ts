import type { CodeServer } from './codeServer.ts';

/** Where the suite runs. */
export interface World {
  readonly server: CodeServer;
  /** The editor's own folder: settings, extensions and storage. */
  readonly home: string;
  /** The copy of the demo vault that this run may change. */
  readonly vault: string;
}
