import type { Status } from '../protocol.ts';

/** How the server is, as the status bar and the views tell it. */
export type Health =
  | { readonly state: 'starting' }
  | { readonly state: 'missing' }
  | { readonly state: 'stopped'; readonly reason: string }
  | { readonly state: 'running'; readonly status: Status | undefined };
