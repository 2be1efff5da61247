import type { FirstPicture } from '../analysis/picture.ts';
import type { ToPage } from '../protocol.ts';

/** What a host says; one that has the profile's first picture shows that before the profile itself. */
export type HostMessage = ToPage | PictureMessage;

export interface PictureMessage {
  readonly type: 'picture';
  readonly title: string;
  readonly operations: number | null;
  readonly first: FirstPicture;
}
